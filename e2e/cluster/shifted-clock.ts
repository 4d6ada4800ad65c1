/** Loaded ahead of a node (`--import`): its machine's clock is wrong by CLOCK_SHIFT_MS. */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const TrueDate = Date

globalThis.Date = class extends TrueDate {
  constructor(...given: [] | ConstructorParameters<typeof Date>) {
    if (given.length === 0) super(TrueDate.now() + shiftMs)
    else super(...given)
  }

  static override now(): number {
    return TrueDate.now() + shiftMs
  }
} as DateConstructor
