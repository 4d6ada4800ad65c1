import { BrandMark, IconButton, Tooltip, Wordmark, cx } from '@ruwu/ui'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { NoticeBell } from '../features/notice/index.ts'
import { PointsWidget } from '../features/points/index.ts'
import { useIsWide } from '../browser/media-query.ts'
import { browserStorage } from '../browser/storage.ts'
import { AgentMenu } from './agent-menu.tsx'
import { SearchButton } from './search-button.tsx'
import { isFoldedAt, recallFold, rememberFold } from './sidebar-fold.ts'
import { NavItems } from './nav-items.tsx'
import styles from './sidebar.module.css'
import { texts } from './texts.ts'

/** 195 px with labels beside the icons, 80 px with labels below them. */
export function Sidebar() {
  const [chosen, setChosen] = useState(() => recallFold(browserStorage))
  const isFolded = isFoldedAt(chosen, useIsWide())
  const toggle = () => {
    setChosen(!isFolded)
    rememberFold(browserStorage, !isFolded)
  }
  const foldText = isFolded ? texts.unfold : texts.fold
  const FoldIcon = isFolded ? PanelLeftOpen : PanelLeftClose
  return (
    <nav className={cx(styles.sidebar, isFolded && styles.folded)} aria-label={texts.mainNav}>
      <Link className={styles.brand} to="/home" aria-label={texts.brand}>
        <BrandMark size={isFolded ? 32 : 30} />
        {!isFolded && <Wordmark height={21} />}
      </Link>
      <SearchButton isFolded={isFolded} />
      <NavItems className={styles.items} iconSize={20} isFolded={isFolded} />
      <div className={styles.points}>
        {isFolded && <NoticeBell />}
        <PointsWidget isFolded={isFolded} />
      </div>
      <div className={styles.end}>
        <AgentMenu isFolded={isFolded} />
        {!isFolded && <NoticeBell />}
        <Tooltip text={foldText} side="right">
          <IconButton label={foldText} aria-expanded={!isFolded} onClick={toggle}>
            <FoldIcon size={18} strokeWidth={1.75} />
          </IconButton>
        </Tooltip>
      </div>
    </nav>
  )
}
