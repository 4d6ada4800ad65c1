import { CUSTOMER_SORTS, type CustomerCounts } from '@ruwu/contract'
import { IconButton, Tooltip, cx } from '@ruwu/ui'
import type { MenuProps } from 'antd'
import { ArrowDownWideNarrow, CheckSquare } from 'lucide-react'
import { KeywordInput } from '../../../../list/keyword-input.tsx'
import { MenuButton } from '../../../../rendering/floating.tsx'
import { useCanBulk } from '../../customer/customer-actions.ts'
import type { AgentView } from '../../customer/customer-keys.ts'
import { withParts } from '../filter/filter-parts.ts'
import { texts } from '../../texts.ts'
import type { ShowView } from '../../use-chat-url.ts'
import { FilterButton } from '../filter/filter-button.tsx'
import { CustomerExport } from './customer-export.tsx'
import styles from './list-tools.module.css'

type ListToolsProps = {
  view: AgentView
  counts: CustomerCounts | undefined
  isSelecting: boolean
  onShow: ShowView
  onSelecting: (isSelecting: boolean) => void
}

/** Keyword, filter, sort order, 导出 and 批量操作. */
export function ListTools({ view, counts, isSelecting, onShow, onSelecting }: ListToolsProps) {
  const { filter, sort } = view
  const canBulk = useCanBulk()
  const menu: MenuProps = {
    items: CUSTOMER_SORTS.map((key) => ({ key, label: texts.sorts[key] })),
    selectable: true,
    selectedKeys: [sort],
    onClick: ({ key }) => {
      const next = CUSTOMER_SORTS.find((it) => it === key)
      if (next) onShow({ filter, sort: next })
    },
  }
  const bulkText = isSelecting ? texts.bulkEnd : texts.bulk
  return (
    <div className={styles.tools}>
      <div className={styles.keyword}>
        <KeywordInput
          value={filter.keyword ?? ''}
          placeholder={texts.keywordHint}
          onChange={(keyword) => onShow({ filter: withParts(filter, { keyword }), sort })}
        />
      </div>
      <FilterButton view={view} counts={counts} onShow={onShow} />
      <MenuButton menu={menu} placement="bottomRight">
        <IconButton label={`${texts.sort}：${texts.sorts[sort]}`} title={texts.sort}>
          <ArrowDownWideNarrow size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </MenuButton>
      <CustomerExport view={view} />
      {(canBulk || isSelecting) && (
        <Tooltip text={bulkText}>
          <IconButton
            label={bulkText}
            aria-pressed={isSelecting}
            className={cx(isSelecting && styles.on)}
            onClick={() => onSelecting(!isSelecting)}
          >
            <CheckSquare size={18} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </Tooltip>
      )}
    </div>
  )
}
