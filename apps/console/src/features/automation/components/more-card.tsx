import { formatNumber } from '@ruwu/domain'
import { Button, CardHead, cardClass, cx, StatusLabel } from '@ruwu/ui'
import { Switch } from 'antd'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '../../permission/index.ts'
import { texts } from '../texts.ts'
import styles from './more-card.module.css'

type MoreCardProps = {
  icon: LucideIcon
  title: string
  hint: string
  /** Absent for a card without a switch. */
  toggle?: { isOn: boolean; isSaving: boolean; turn: (isOn: boolean) => void }
  /** The setting in one sentence. */
  summary?: string
  figures?: ReactNode
  /** Label of the button that opens the drawer; 查看 without `automation:edit`. */
  action: string
  drawer: string
  children: (close: () => void) => ReactNode
}

/** A card of 更多自动化: switch, counters, and a drawer that is kept in the URL. */
export function MoreCard(props: MoreCardProps) {
  const { icon, title, hint, toggle, summary, figures, action, drawer, children } = props
  const [search, setSearch] = useSearchParams()
  const canEdit = useCan('automation:edit')
  return (
    <section className={cx(cardClass, styles.card)} aria-label={title}>
      <CardHead heading icon={icon} title={title} hint={hint}>
        {toggle && <Toggle title={title} canEdit={canEdit} {...toggle} />}
      </CardHead>
      {summary && <p className={styles.summary}>{summary}</p>}
      <footer className={styles.foot}>
        {figures}
        <Button size="sm" onClick={() => setSearch({ drawer })}>
          {canEdit ? action : texts.show}
        </Button>
      </footer>
      {search.get('drawer') === drawer && children(() => setSearch({}, { replace: true }))}
    </section>
  )
}

type ToggleProps = NonNullable<MoreCardProps['toggle']> & { title: string; canEdit: boolean }

const Toggle = ({ title, canEdit, isOn, isSaving, turn }: ToggleProps) =>
  canEdit ? (
    <Switch aria-label={title} checked={isOn} loading={isSaving} onChange={turn} />
  ) : (
    <StatusLabel tone={isOn ? 'success' : 'quiet'}>{isOn ? texts.on : texts.off}</StatusLabel>
  )

type FigureProps = { name: string; value: number; unit: (n: string) => string }

export const Figure = ({ name, value, unit }: FigureProps) => (
  <span className={styles.figure}>
    {name}
    <b>{unit(formatNumber(value))}</b>
  </span>
)
