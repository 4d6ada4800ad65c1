import { cx } from '@ruwu/ui'
import { X } from 'lucide-react'
import type { AgentView } from '../../customer/customer-keys.ts'
import { isShown, viewOfSaved } from './saved-views.ts'
import { texts } from '../../texts.ts'
import type { ShowView } from '../../use-chat-url.ts'
import { useSavedViews } from './use-saved-views.ts'
import { FilterLine } from './choice-chips.tsx'
import styles from './view-chips.module.css'

/** Saved views; nothing without any. */
export function ViewChips({ view, onShow }: { view: AgentView; onShow: ShowView }) {
  const { views, remove } = useSavedViews(view.agentId)
  if (views.length === 0) return null
  return (
    <FilterLine label={texts.views}>
      <ul className={styles.views} aria-label={texts.views}>
        {views.map((saved) => (
          <li key={saved.name} className={cx(styles.view, isShown(saved, view) && styles.shown)}>
            <button type="button" aria-pressed={isShown(saved, view)} onClick={() => onShow(viewOfSaved(saved))}>
              {saved.name}
            </button>
            <button
              type="button"
              className={styles.remove}
              aria-label={texts.removeView(saved.name)}
              title={texts.removeView(saved.name)}
              onClick={() => remove(saved.name)}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </FilterLine>
  )
}
