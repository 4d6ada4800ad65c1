import type { Permission } from '@ruwu/contract'
import { hasPermission } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { useEffect, useState } from 'react'
import { MOD_KEY, isDialogOpen, isComposing, isTextInput } from '../browser/keyboard.ts'
import {
  assistShortcuts,
  chatShortcuts,
  composerShortcuts,
  useSendSetting,
  type SendKey,
  type Shortcut,
} from '../features/workbench/index.ts'
import { noticeShortcut } from '../features/notice/index.ts'
import { useMyPermissions } from '../features/permission/index.ts'
import styles from './shortcut-list.module.css'
import { texts } from './texts.ts'

/** Shortcuts by area; `Mod` is Ctrl, on macOS ⌘. */
const shortcutGroups = (sendKey: SendKey): { title: string; permission?: Permission; rows: readonly Shortcut[] }[] => [
  {
    title: texts.keysEverywhere,
    rows: [
      { keys: ['Mod', 'K'], action: texts.keySearch },
      noticeShortcut,
      { keys: ['Esc'], action: texts.keyEscape },
      { keys: ['?'], action: texts.keyList },
    ],
  },
  {
    title: texts.keysChat,
    permission: 'im:viewPage',
    rows: [...chatShortcuts, { keys: ['Mod', 'F'], action: texts.keyFind }],
  },
  {
    title: texts.keysComposer,
    permission: 'im:viewPage',
    rows: [...composerShortcuts(sendKey), { keys: ['/'], action: texts.keyQuickReply }],
  },
  {
    title: texts.keysAssist,
    permission: 'im:aiAssist',
    rows: assistShortcuts,
  },
  {
    title: texts.keysCanvas,
    permission: 'automation:viewPage',
    rows: [
      { keys: ['Tab'], action: texts.keyNextNode },
      { keys: ['←', '↑', '→', '↓'], action: texts.keyMove },
      { keys: ['Enter'], action: texts.keyForm },
      { keys: ['N'], action: texts.keyAdd },
      { keys: ['Delete'], action: texts.keyDelete },
      { keys: ['Mod', 'C'], action: texts.keyCopy },
      { keys: ['Mod', 'V'], action: texts.keyPaste },
      { keys: ['Mod', 'A'], action: texts.keyAll },
      { keys: ['Mod', 'Z'], action: texts.keyUndo },
      { keys: ['Mod', 'Shift', 'Z'], action: texts.keyRedo },
    ],
  },
  {
    title: texts.keysForms,
    rows: [{ keys: ['Mod', 'S'], action: texts.keySave }],
  },
]

/** `?` lists all keyboard shortcuts. */
export function ShortcutList() {
  const [isOpen, setIsOpen] = useState(false)
  const { data: mPerms } = useMyPermissions()
  const { sendKey } = useSendSetting()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isComposing(event) || isTextInput(event.target) || isDialogOpen()) return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  if (!isOpen) return null
  const close = () => setIsOpen(false)
  return (
    <Dialog
      title={texts.keys}
      onCancel={close}
      footer={
        <Button variant="primary" onClick={close}>
          {texts.keysClose}
        </Button>
      }
    >
      {shortcutGroups(sendKey)
        .filter(({ permission }) => !permission || hasPermission(mPerms, permission))
        .map(({ title, rows }) => (
          <section key={title} className={styles.place}>
            <h3>{title}</h3>
            <dl>
              {rows.map(({ keys, action }) => (
                <div key={action}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key === 'Mod' ? MOD_KEY : key}</kbd>
                    ))}
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Dialog>
  )
}
