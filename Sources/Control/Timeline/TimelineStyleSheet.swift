/// The style of a timeline's page: for a screen that is light or dark, wide or narrow, and for paper.
enum TimelineStyleSheet {
  /// The whole style sheet. The radio buttons before the rows choose among them, without a script.
  static var text: String { HTMLPage.style + choice + picture + narrow + HTMLPage.paper + paper }

  /// The buttons are the legend as well, so a kind without rows keeps its button.
  private static let choice = """
    input { position: absolute; opacity: 0; width: 1px; height: 1px; }
    label {
      display: inline-flex; align-items: center; gap: .45em; height: 2rem; margin: 0 .3rem .5rem 0;
      padding: 0 .8rem; vertical-align: top; white-space: nowrap;
      border: 1px solid var(--line); border-radius: 1rem; cursor: pointer; font-size: .9rem;
    }
    label b { font-weight: 600; font-variant-numeric: tabular-nums; }
    label i { width: .75em; background: var(--kind); border-radius: 1px; }
    label .failed { height: 1.05em; } label .running, label .succeeded { height: .7em; }
    label .stopped { height: .45em; } label .waiting { height: .2em; }
    input:checked + label { background: var(--raised); border-color: var(--faint); }
    input:focus-visible + label { outline: 2px solid var(--running); outline-offset: 2px; }
    input:disabled + label { color: var(--faint); cursor: default; }

    """

  private static let picture = """
    table { width: 100%; table-layout: fixed; border-collapse: collapse; margin-top: .5rem; }
    .name { width: 24%; } .note { width: 20%; }
    th, td { padding: .3rem 0; text-align: left; vertical-align: middle; font-weight: 400; }
    tbody tr { border-top: 1px solid var(--line); }
    tbody tr:hover { background: var(--raised); }
    thead th { color: var(--faint); font-size: .8rem; padding: .2rem 0; }
    tbody th { padding-right: 1rem; font-weight: 600; overflow-wrap: anywhere; }
    tbody th span, tbody th small { color: var(--faint); font-weight: 400; }
    thead th.note { padding-left: 1rem; }
    td.note { padding-left: 1rem; font-size: .88rem; overflow-wrap: anywhere; color: var(--faint); }
    td.note bdi { color: var(--kind, var(--faint)); }
    .marks { position: relative; height: 1.4em; overflow: hidden; }
    .marks span {
      position: absolute; top: 0; padding-left: .3em; border-left: 1px solid var(--line); white-space: nowrap;
    }
    svg { display: block; width: 100%; height: 26px; }
    td.bars { background-repeat: no-repeat; background-size: 1px 100%; }
    rect {
      fill: var(--kind); stroke: var(--kind); stroke-width: 1.5px; stroke-linejoin: round;
      vector-effect: non-scaling-stroke;
    }
    rect:hover { fill: var(--ink); stroke: var(--ink); }
    details { color: var(--faint); } summary { cursor: pointer; }
    ol { margin: .2rem 0 .3rem; padding-left: 1.1rem; font-variant-numeric: tabular-nums; }

    """

  private static let narrow = """
    @media screen and (max-width: 720px) {
      thead .name, thead .note { position: absolute; left: -9999px; }
      table, thead, tbody, tr, th, td, td.note { display: block; width: auto; }
      .marks span:nth-child(even) { font-size: 0; }
      tbody tr { padding: .4rem 0; }
      tbody th, td, td.note { padding: .1rem 0; }
    }

    """

  private static let paper = """
    @media print {
      label { border: 0; padding: 0; margin-right: 1rem; }
      details { display: none; }
      svg { height: 18px; }
    }

    """
}
