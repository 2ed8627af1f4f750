import FileTransfer

TransferProgram.main()
