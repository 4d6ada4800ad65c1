import type { CustomerCounts } from '@ruwu/contract'
import type { AgentView } from '../../customer/customer-keys.ts'
import { QUICK_CHIPS, isQuick, quickCounts, withQuick, withoutQuick } from '../filter/filter-parts.ts'
import { texts } from '../../texts.ts'
import type { ShowView } from '../../use-chat-url.ts'
import styles from './quick-chips.module.css'

type QuickChipsProps = { view: AgentView; counts: CustomerCounts | undefined; onShow: ShowView }

/** Quick filters. */
export function QuickChips({ view: { filter, sort }, counts, onShow }: QuickChipsProps) {
  const numbers = quickCounts(counts)
  const chosen = QUICK_CHIPS.filter((chip) => isQuick(filter, chip))
  return (
    <fieldset className={styles.chips} aria-label={texts.chips}>
      <button
        type="button"
        aria-pressed={chosen.length === 0}
        onClick={() => onShow({ filter: withoutQuick(filter), sort })}
      >
        {texts.all}
      </button>
      {QUICK_CHIPS.map((chip) => (
        <button
          key={chip}
          type="button"
          aria-pressed={chosen.includes(chip)}
          onClick={() => onShow({ filter: withQuick(filter, chip, !chosen.includes(chip)), sort })}
        >
          {texts.quick[chip]} {numbers[chip] !== undefined && <b>{numbers[chip]}</b>}
        </button>
      ))}
    </fieldset>
  )
}
