import type { AgentNotice, CustomerId, NoticeKind, ReminderId } from '@ruwu/contract'
import { formatDateTime, formatDuration, formatListTime, NOTICE_LABELS, NOTICE_TEXTS, waitText } from '@ruwu/domain'
import { Button, cx } from '@ruwu/ui'
import { useStore } from '@ruwu/ui/store.ts'
import {
  AlarmClock,
  AtSign,
  BadgeCheck,
  Bell,
  Check,
  CircleAlert,
  Coins,
  FileSpreadsheet,
  Hourglass,
  type LucideIcon,
  Phone,
  RotateCw,
  Share2,
  UserRound,
  UserRoundCheck,
  UsersRound,
  Workflow,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useMinute, useSecond } from '../../browser/clock.ts'
import { rolePreview } from '../../session/role-preview.ts'
import { StoredAvatar } from '../../stored-file/stored-image.tsx'
import { useMe } from '../agent/index.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { useCan } from '../permission/index.ts'
import { useCompleteReminder, usePostponeCustomer, usePostponeNotice, useResend } from './notice.mutations.ts'
import { PostponeMenu } from './postpone-menu.tsx'
import { texts } from './texts.ts'
import styles from './notice-row.module.css'

type Tone = 'warning' | 'human' | 'note' | 'error' | 'success' | 'neutral'

const MARKS: Partial<Record<NoticeKind, { icon: LucideIcon; tone: Tone }>> = {
  assigned: { icon: UserRound, tone: 'neutral' },
  transferred: { icon: UserRound, tone: 'neutral' },
  handoff: { icon: UserRoundCheck, tone: 'human' },
  mention: { icon: AtSign, tone: 'note' },
  reminder_due: { icon: AlarmClock, tone: 'warning' },
  postpone_due: { icon: Hourglass, tone: 'warning' },
  send_failed: { icon: CircleAlert, tone: 'error' },
  lead_new: { icon: Phone, tone: 'success' },
  queue_full: { icon: UsersRound, tone: 'warning' },
  quota_stopped: { icon: Share2, tone: 'warning' },
  account_expired: { icon: Share2, tone: 'warning' },
  points_warning: { icon: Coins, tone: 'warning' },
  export_ready: { icon: FileSpreadsheet, tone: 'success' },
  rule_stopped: { icon: Workflow, tone: 'error' },
  certify_reviewed: { icon: BadgeCheck, tone: 'neutral' },
}
const OTHER = { icon: Bell, tone: 'neutral' } as const

type NoticeRowProps = { notice: AgentNotice; onOpen: () => void; isLink: boolean }

/** Who or what it is about, what happened, and what can be done. */
export function NoticeRow({ notice, onOpen, isLink }: NoticeRowProps) {
  const { kind, customer, account, text, at, isRead } = notice
  const timeZone = useTimeZone()
  const now = new Date(useMinute())
  return (
    <li className={cx(styles.row, !isRead && styles.unread)}>
      <NoticeFace notice={notice} />
      <div className={styles.body}>
        <Main isLink={isLink} onOpen={onOpen}>
          <span className={styles.first}>
            <span className={styles.kind}>{kindText(notice)}</span>
            <b className="cut">{customer?.name ?? account?.name}</b>
            {!isRead && <span className="sr-only">{texts.isUnread}</span>}
            <time dateTime={at} title={formatDateTime(at, timeZone)}>
              {formatListTime(at, now, timeZone)}
            </time>
          </span>
          {text === null ? (
            <span className={styles.hidden}>{NOTICE_TEXTS.hidden}</span>
          ) : (
            <NoticeText notice={notice} text={text} />
          )}
        </Main>
        {kind === 'reminder_due' && <ReminderActions notice={notice} />}
        {kind === 'postpone_due' && customer && <PostponedActions customerId={customer.customerId} onOpen={onOpen} />}
        {kind === 'handoff' && text !== null && (
          <div className={styles.actions}>
            <Button size="sm" onClick={onOpen}>
              {texts.reply}
            </Button>
            {customer?.waitingSince && <Waited since={customer.waitingSince} />}
          </div>
        )}
        {kind === 'send_failed' && text !== null && <FailedActions notice={notice} onOpen={onOpen} />}
      </div>
    </li>
  )
}

/** A button, or text where there is nothing to open; the arrow keys reach both. */
function Main({ isLink, onOpen, children }: { isLink: boolean; onOpen: () => void; children: ReactNode }) {
  if (!isLink)
    return (
      <div className={styles.main} tabIndex={-1} data-notice-row>
        {children}
      </div>
    )
  return (
    <button type="button" className={styles.main} data-notice-row onClick={onOpen}>
      {children}
    </button>
  )
}

function kindText({ kind, operatorName }: AgentNotice): string {
  if (operatorName && kind === 'mention') return texts.mentioned(operatorName)
  if (operatorName && kind === 'transferred') return texts.transferred(operatorName)
  return NOTICE_LABELS[kind]
}

/** A face for a customer, a square for everything else. */
function NoticeFace({ notice: { kind, customer } }: { notice: AgentNotice }) {
  const { icon: Icon, tone } = MARKS[kind] ?? OTHER
  if (!customer)
    return (
      <span className={cx(styles.square, styles[tone])}>
        <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
      </span>
    )
  return (
    <span className={styles.face}>
      <StoredAvatar name={customer.name} src={customer.avatar} size={32} />
      <span className={cx(styles.mark, styles[tone])}>
        <Icon size={12} strokeWidth={2} aria-hidden="true" />
      </span>
    </span>
  )
}

function NoticeText({ notice: { kind, account, excerpt }, text }: { notice: AgentNotice; text: string }) {
  if (kind === 'mention') return <MentionText text={text} />
  if (kind === 'send_failed')
    return (
      <>
        {excerpt && <span className={styles.text}>{excerpt}</span>}
        <span className={cx(styles.text, styles.failed)}>{text}</span>
      </>
    )
  const line = text || (kind === 'assigned' ? account?.name : '')
  return line ? <span className={styles.text}>{line}</span> : null
}

/** The reader's own name stands out. */
function MentionText({ text }: { text: string }) {
  const me = useMe()
  const [before = '', ...rest] = me ? text.split(`@${me.name}`) : [text]
  return (
    <span className={styles.text}>
      {before}
      {rest.length > 0 && me && (
        <>
          <mark>@{me.name}</mark>
          {rest.join(`@${me.name}`)}
        </>
      )}
    </span>
  )
}

function ReminderActions({ notice: { id, subjectId, at } }: { notice: AgentNotice }) {
  const complete = useCompleteReminder()
  const postpone = usePostponeNotice()
  const dueSeconds = Math.floor((useMinute() - Date.parse(at)) / 60_000) * 60
  return (
    <div className={styles.actions}>
      <Button size="sm" busy={complete.isPending} onClick={() => subjectId && complete.mutate(subjectId as ReminderId)}>
        <Check size={14} aria-hidden="true" />
        {texts.done}
      </Button>
      <PostponeMenu isBusy={postpone.isPending} onPick={(remindAt) => postpone.mutate({ id, remindAt })} />
      {dueSeconds >= 60 && <small>{texts.due(dueText(dueSeconds))}</small>}
    </div>
  )
}

function FailedActions({ notice, onOpen }: { notice: AgentNotice; onOpen: () => void }) {
  const { customer, subjectId: id, seq, canResend } = notice
  const resend = useResend()
  // A role is looked at read-only, with its rights alone.
  const isPreview = useStore(rolePreview) !== undefined
  const canReply = useCan('im:replyCustomer') && !isPreview
  return (
    <div className={styles.actions}>
      {canReply && canResend && customer && id && seq !== null && (
        <Button
          size="sm"
          busy={resend.isPending}
          onClick={() => resend.mutate({ customerId: customer.customerId, id, seq })}
        >
          <RotateCw size={14} aria-hidden="true" />
          {texts.resend}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onOpen}>
        {texts.view}
      </Button>
    </div>
  )
}

function PostponedActions({ customerId, onOpen }: { customerId: CustomerId; onOpen: () => void }) {
  const postpone = usePostponeCustomer()
  return (
    <div className={styles.actions}>
      <Button size="sm" onClick={onOpen}>
        {texts.handle}
      </Button>
      <PostponeMenu isBusy={postpone.isPending} onPick={(until) => postpone.mutate({ customerId, until })} />
      <Button size="sm" busy={postpone.isPending} onClick={() => postpone.mutate({ customerId, until: null })}>
        <Check size={14} aria-hidden="true" />
        {texts.done}
      </Button>
    </div>
  )
}

/** Whole minutes: 3 分, 2小时5分. */
const dueText = (seconds: number) => formatDuration(seconds).replace(/0秒$/, '')

function Waited({ since }: { since: string }) {
  const text = waitText(useSecond() - Date.parse(since))
  return (
    <small className={styles.wait} title={texts.waited(text)}>
      <AlarmClock size={13} aria-hidden="true" />
      {text}
    </small>
  )
}
