/** A clock that stands still until it is moved. */
export type FakeClock = { now(): Date; advance(ms: number): void; set(time: Date | string): void }

export function fakeClock(start: string): FakeClock {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms
    },
    set: (next) => {
      time = new Date(next).getTime()
    },
  }
}
