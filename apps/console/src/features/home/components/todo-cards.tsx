import { type HomeTodo, NO_ACCESS, SOURCES } from '@ruwu/contract'
import { formatNumber, isLongWait, LEAD_PATH, SOURCE_LABELS, type TODO_FILTERS, todoPath } from '@ruwu/domain'
import { Bar, cx, ErrorBlock, EvenRows, Panel, Skeleton } from '@ruwu/ui'
import { Dropdown } from 'antd'
import {
  CircleAlert,
  Clock3,
  Inbox,
  Lightbulb,
  type LucideIcon,
  MessageSquareText,
  Phone,
  ShieldAlert,
  Sparkles,
} from 'lucide-react'
import { Link } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { accountPath } from '../../channel/index.ts'
import { useTodo } from '../home.queries.ts'
import { texts } from '../texts.ts'
import styles from './todo-cards.module.css'

/** While they load, and for who sees all of them. */
const CARDS = 8

/** A list that a card opens, with its number of rows. */
type Target = { label: string; count: number; to: string }

type Card = {
  title: string
  icon: LucideIcon
  count: number
  note?: string | undefined
  isUrgent?: boolean
  /** One list is opened by the card itself, several by its menu. */
  targets: readonly Target[]
}

const chat = (name: keyof typeof TODO_FILTERS, icon: LucideIcon, count: number): Card => ({
  title: texts[name],
  icon,
  count,
  targets: [{ label: texts[name], count, to: todoPath(name) }],
})

const NEW_LEADS_PATH = `${LEAD_PATH}?status=new`

function cardsOf(todo: HomeTodo): Card[] {
  const { waitingMine } = todo
  return [
    {
      ...chat('waitingMine', Clock3, waitingMine.count),
      note: waitingMine.count > 0 ? texts.longest(waitingMine.longestWaitSec) : undefined,
      isUrgent: isLongWait(waitingMine.longestWaitSec),
    },
    chat('unassigned', Inbox, todo.unassigned),
    chat('myUnread', MessageSquareText, todo.myUnread),
    chat('handoffWaiting', Sparkles, todo.handoffWaiting),
    chat('sendFailed', CircleAlert, todo.sendFailed),
    { title: texts.authAbnormal, icon: ShieldAlert, count: todo.authAbnormal, targets: abnormalTargets(todo) },
    { title: texts.aiMiss, icon: Lightbulb, count: todo.aiMiss, targets: missTargets(todo) },
    {
      title: texts.newLeads,
      icon: Phone,
      count: todo.newLeads,
      targets: [{ label: texts.newLeads, count: todo.newLeads, to: NEW_LEADS_PATH }],
    },
  ].filter(({ count }) => count !== NO_ACCESS)
}

const abnormalTargets = ({ authAbnormalBy }: HomeTodo): Target[] => {
  const targets = SOURCES.map((source) => ({
    label: SOURCE_LABELS[source],
    count: authAbnormalBy[source],
    to: `/channel?source=${source}&openStatus=abnormal`,
  }))
  return targets.some(({ count }) => count > 0) ? targets.filter(({ count }) => count > 0) : targets.slice(0, 1)
}

const missTargets = ({ aiMissBy }: HomeTodo): Target[] =>
  aiMissBy.length === 0
    ? [{ label: texts.aiMiss, count: 0, to: '/channel' }]
    : aiMissBy.map(({ name, count, ...account }) => ({
        label: name,
        count,
        to: `${accountPath(account, 'ai-agent')}?tab=knowledge&sub=miss`,
      }))

/** 待办: each card opens the list that it counts. */
export function TodoCards() {
  const { data, error, refetch } = useTodo()
  if (!data && error) {
    return (
      <Panel label={texts.todo}>
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      </Panel>
    )
  }
  if (!data) return <TodoSkeleton />
  const cards = cardsOf(data)
  if (cards.length === 0) return null
  return (
    <EvenRows className={styles.cards} count={cards.length} aria-label={texts.todo}>
      {cards.map((card) => (
        <li key={card.title}>
          <TodoCard card={card} />
        </li>
      ))}
    </EvenRows>
  )
}

function TodoCard({ card: { title, icon: Icon, count, note, isUrgent = false, targets } }: { card: Card }) {
  const className = cx(styles.card, count === 0 && styles.none, isUrgent && styles.urgent)
  const words = (
    <>
      <span className={styles.title}>
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        {title}
      </span>
      <span className={styles.count}>
        <b>{formatNumber(count)}</b>
        {note && <small>{note}</small>}
      </span>
    </>
  )
  const [only, ...others] = targets
  if (only && others.length === 0) {
    return (
      <Link className={className} to={only.to}>
        {words}
      </Link>
    )
  }
  const items = targets.map((target) => ({
    key: target.to,
    label: <Link to={target.to}>{texts.target(target.label, target.count)}</Link>,
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items, 'aria-label': texts.targetsOf(title) }}>
      <button type="button" className={className} aria-haspopup="menu">
        {words}
      </button>
    </Dropdown>
  )
}

const TodoSkeleton = () => (
  <Skeleton>
    <EvenRows className={styles.cards} count={CARDS}>
      {Array.from({ length: CARDS }, (_, index) => (
        <li key={index} className={styles.card}>
          <Bar width="60%" />
          <Bar width="36%" height={22} />
        </li>
      ))}
    </EvenRows>
  </Skeleton>
)
