import { cx } from '@ruwu/ui'
import { Search } from 'lucide-react'
import { MOD_KEY } from '../browser/keyboard.ts'
import { openSearch } from '../features/search/index.ts'
import styles from './search-button.module.css'
import { texts } from './texts.ts'

/** 全局搜索 above the pages, with its key. */
export function SearchButton({ isFolded }: { isFolded: boolean }) {
  return (
    <button
      type="button"
      className={cx(styles.search, isFolded && styles.folded)}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openSearch()}
    >
      <Search size={isFolded ? 20 : 16} strokeWidth={1.75} aria-hidden="true" />
      <span>{texts.search}</span>
      {!isFolded && <kbd aria-hidden="true">{MOD_KEY} K</kbd>}
    </button>
  )
}
