/** Work under one name that is under way is shared by whoever asks for it meanwhile. */
export class SingleFlight<T> {
  private readonly underWay = new Map<string, Promise<T>>()

  run(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.underWay.get(name)
    if (running) return running
    const started = work().finally(() => this.underWay.delete(name))
    this.underWay.set(name, started)
    return started
  }
}
