import type { CardType } from '@ruwu/contract'
import { CARD_TYPE_LABELS } from '@ruwu/domain'
import { TabNav } from '@ruwu/ui'
import { Segmented } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { groupsFor } from '../card-group.ts'
import { texts } from '../texts.ts'
import styles from './card-tabs.module.css'

type CardTabsProps = { groups: ReturnType<typeof groupsFor>; current: CardType }

/** Card types; a tab with two types shows a choice beside it. */
export function CardTabs({ groups, current }: CardTabsProps) {
  const [, setSearch] = useSearchParams()
  const [first] = groups
  const isFirst = (type: CardType) => first?.types[0] === type
  const searchOf = (type: CardType) => (isFirst(type) ? '' : `?type=${type}`)
  const siblings = groups.find(({ types }) => types.includes(current))?.types ?? []
  return (
    <div className={styles.tabs}>
      <TabNav label={texts.tabs}>
        {groups.map(({ group, types: [type] }) =>
          type ? (
            <li key={group}>
              <Link
                to={{ search: searchOf(type) }}
                aria-current={siblings.includes(type) || type === current ? 'page' : undefined}
              >
                {texts.tabNames[group]}
              </Link>
            </li>
          ) : null,
        )}
      </TabNav>
      {siblings.length > 1 && (
        <Segmented
          className={styles.choice}
          size="small"
          aria-label={texts.tabs}
          options={siblings.map((value) => ({ value, label: CARD_TYPE_LABELS[value] }))}
          value={current}
          onChange={(type) => setSearch({ type })}
        />
      )}
    </div>
  )
}
