import { automationApi, type CustomerId, type FollowUpSetting, type FollowUpStep } from '@ruwu/contract'
import { DEFAULT_FOLLOW_UP } from '@ruwu/domain'
import { asc, eq } from 'drizzle-orm'
import { automationLog, followUp, pointLedger } from '../../../db/schema/index.ts'
import type { Reception } from '../../../compose/reception.ts'
import { aiWorld } from '../../../testing/ai-world.ts'
import type { WorldOptions } from '../../../testing/world.ts'

export type FollowUpWorld = Awaited<ReturnType<typeof followUpWorld>>

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** The steps as they are shipped, with these words. */
export const fixedSteps = (...texts: string[]): FollowUpStep[] =>
  DEFAULT_FOLLOW_UP.steps.map((step, index) => ({ ...step, mode: 'fixed', text: texts[index] ?? `第 ${index + 1} 次` }))

/** A world in which silent customers are spoken to. */
export async function followUpWorld({
  setting = {},
  ...options
}: WorldOptions & { config?: object; setting?: Partial<FollowUpSetting> } = {}) {
  const here = await aiWorld(options)
  const { db, clock, zhao } = here

  let version = 0
  const save = async (change: Partial<FollowUpSetting>) => {
    const body = { ...DEFAULT_FOLLOW_UP, enabled: true, steps: fixedSteps(), ...change, version }
    ;({ version } = await zhao.call(automationApi.saveFollowUp, { body }))
  }
  await save(setting)

  /** Everybody whose time has come is spoken to. */
  const followUpOn = async (node: { reception: Reception } = here) => {
    while (await node.reception.work.followUps.run()) {
      // Until nobody is left.
    }
  }
  /** So much time passes, and those whose time has come are spoken to. */
  const pass = async (ms: number) => {
    clock.advance(ms)
    await followUpOn()
  }
  const waitingOf = async (id: CustomerId) => {
    const [row] = await db.sql.select().from(followUp).where(eq(followUp.customerId, id))
    return row
  }
  const logOf = (id: CustomerId) =>
    db.sql
      .select()
      .from(automationLog)
      .where(eq(automationLog.customerId, id))
      .orderBy(asc(automationLog.at), asc(automationLog.id))
  /** What was said by itself. */
  const followUpsOf = async (id: CustomerId) =>
    (await here.wordsOf(id)).flatMap((words) => (words.startsWith('flow: ') ? [words.slice('flow: '.length)] : []))
  /** Points that were spent and came back, the gift of the beginning left out. */
  const billsOf = async () => {
    const rows = await db.sql.select().from(pointLedger).orderBy(pointLedger.at)
    return rows.filter((row) => row.type !== 'bonus').map((row) => `${row.type} ${row.item} ${row.delta}`)
  }

  return { ...here, save, followUpOn, pass, waitingOf, logOf, followUpsOf, billsOf }
}
