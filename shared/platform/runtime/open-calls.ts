/** The external calls of one request that have no answer yet, and its time lost to calls that never had one. */
export class OpenCalls {
  /**
   * Milliseconds of calls that ended without an answer. Some failures do not end their request, so that without this sum
   * several silent calls would each take their longest time.
   */
  silentMs = 0;
  private readonly open = new Set<AbortController>();
  private isClosed = false;

  constructor(private readonly whole?: OpenCalls) {}

  /** The calls of a part of the request. They end with the request, but have their own time without an answer. */
  part(): OpenCalls {
    return new OpenCalls(this.whole ?? this);
  }

  /** Opens a call. After {@link giveUp} its signal has fired already. */
  begin(): AbortController {
    const controller = new AbortController();
    this.whole?.add(controller);
    this.open.add(controller);
    if (this.isClosed) controller.abort();
    return controller;
  }

  private add(controller: AbortController): void {
    this.open.add(controller);
    if (this.isClosed) controller.abort();
  }

  end(controller: AbortController): void {
    this.open.delete(controller);
    this.whole?.open.delete(controller);
  }

  /**
   * Ends all open calls, and each later one before it is sent. A request gives up when it has its answer: the
   * environment may then be frozen for minutes, and a call that is still open would be sent when it thaws.
   */
  giveUp(): void {
    this.isClosed = true;
    for (const controller of this.open) controller.abort();
    this.open.clear();
  }
}
