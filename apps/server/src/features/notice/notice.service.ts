import type { AgentNotice, Data, noticeApi, NoticeId, ReminderId } from '@ruwu/contract'
import { NOTICE_TEXTS } from '@ruwu/domain'
import { nameFor, shownTo } from '../../customer/customer.view.ts'
import { markNoticesRead, type ReadNotices } from '../../customer/notice.repo.ts'
import { noticesChanged } from '../../customer/notify-agents.ts'
import { isVisible } from '../../customer/visibility.repo.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type CursorPage, cutPage, readCursor } from '../../platform/http/cursor.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { postponeReminder } from '../../profile/index.ts'
import { countNotices, findOwnNotices, listNotices, type NoticeFilter, type NoticeRow } from './notice.repo.ts'

type Page = Data<(typeof noticeApi)['page']>

type PageOf = CursorPage & NoticeFilter

/** Whether the row asks for an act, then its id. */
const CURSOR = /^[01][0-9a-f]{32}$/

export type NoticeService = ReturnType<typeof createNoticeService>

/** 通知中心: each agent's own notices. */
export function createNoticeService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async page(caller: Caller, { cursor, limit, ...filter }: PageOf): Promise<Page> {
      const place = readCursor(cursor, CURSOR)
      const below = place === undefined ? undefined : { isTodo: place[0] === '1', id: place.slice(1) as NoticeId }
      const [rows, all] = await Promise.all([
        listNotices(db.sql, caller, filter, { below, limit: limit + 1 }),
        place === undefined ? countNotices(db.sql, caller) : null,
      ])
      const page = cutPage(rows, limit, {
        mark: ({ isTodo, id }) => `${Number(isTodo)}${id}`,
        view: (row) => toNotice(caller, row),
      })
      return { ...page, unread: all?.counts.unread ?? null, counts: all?.counts ?? null, newest: all?.newest ?? null }
    },

    read: (caller: Caller, which: ReadNotices): Promise<true> =>
      db.transaction(async (tx) => {
        const now = clock.now()
        // Some may have been removed meanwhile.
        if ('ids' in which && (await findOwnNotices(tx.sql, caller, which.ids)).length === 0)
          throw new NotFoundError(NOTICE_TEXTS.absent)
        const changed = await markNoticesRead(tx.sql, caller, which, now)
        if (changed > 0) noticesChanged(tx, { entId: caller.entId }, [caller.agentId], now)
        return true as const
      }),

    /** Of reminders alone. */
    postpone: (caller: Caller, id: NoticeId, remindAt: string): Promise<true> =>
      db.transaction(async (tx) => {
        const [own] = await findOwnNotices(tx.sql, caller, [id])
        if (own?.kind !== 'reminder_due' || !own.subjectId) throw new NotFoundError(NOTICE_TEXTS.absent)
        const to = { id: own.subjectId as ReminderId, remindAt: new Date(remindAt) }
        await postponeReminder(tx, caller, to, clock.now())
        return true as const
      }),
  }
}

/** Rights of the moment decide: a customer whom the agent may no longer see is not named. */
function toNotice(caller: Caller, row: NoticeRow): AgentNotice {
  const { customer, relationId, accountName } = row
  const seen = customer && !customer.erasedAt && caller.permissions.has('im:viewPage') && isVisible(caller, customer)
  const isHidden = row.customerId !== null && !seen
  return {
    id: row.id,
    kind: row.kind,
    text: isHidden ? null : row.text,
    excerpt: isHidden || row.excerpt === null ? null : shownTo(caller, row.excerpt),
    customer: seen
      ? {
          customerId: customer.id,
          name: nameFor(caller, customer),
          avatar: customer.avatar,
          source: customer.source,
          waitingSince: customer.waitingSince?.toISOString() ?? null,
        }
      : null,
    account: !isHidden && relationId && accountName !== null ? { relationId, name: accountName } : null,
    operatorName: isHidden ? null : row.operatorName,
    subjectId: row.subjectId,
    seq: isHidden ? null : row.seq,
    canResend:
      !isHidden &&
      row.kind === 'send_failed' &&
      row.senderKind === 'human' &&
      caller.permissions.has('im:replyCustomer'),
    isRead: row.readAt !== null,
    at: row.createdAt.toISOString(),
  }
}
