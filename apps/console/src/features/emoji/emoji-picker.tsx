import { pickerGroups, type Source } from '@ruwu/domain'
import { Tabs } from 'antd'
import { useState } from 'react'
import { browserStorage } from '../../browser/storage.ts'
import { EmojiGrid } from './emoji-grid.tsx'
import styles from './emoji-picker.module.css'
import { recallRecentEmoji, rememberEmoji } from './recent-emoji.ts'
import { texts } from './texts.ts'

const RECENT = 'recent'

type EmojiPickerProps = { source: Source; onPick: (code: string) => void }

/** Emoji of one source: recent, basic, then themed groups. `onPick` gets the bracketed code. */
export function EmojiPicker(props: EmojiPickerProps) {
  return <PickerTabs key={props.source} {...props} />
}

function PickerTabs({ source, onPick }: EmojiPickerProps) {
  const [recent, setRecent] = useState(() => recallRecentEmoji(browserStorage, source))
  const groups = [{ key: RECENT, label: texts.recentEmoji, emoji: recent }, ...pickerGroups(source)]
  const pick = (code: string) => {
    rememberEmoji(browserStorage, source, code)
    onPick(code)
  }
  return (
    <Tabs
      className={styles.picker}
      size="small"
      tabBarGutter={12}
      destroyOnHidden
      defaultActiveKey={recent.length > 0 ? RECENT : groups[1]?.key}
      // Updated on tab change only: recent emoji must not move under the pointer.
      onChange={() => setRecent(recallRecentEmoji(browserStorage, source))}
      items={groups.map(({ key, label, emoji }) => ({
        key,
        label,
        children:
          emoji.length > 0 ? (
            <EmojiGrid emoji={emoji} onPick={pick} />
          ) : (
            <p className={styles.none}>{texts.noRecentEmoji}</p>
          ),
      }))}
    />
  )
}
