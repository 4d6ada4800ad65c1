import { IconButton } from '@ruwu/ui'
import { Dropdown, type MenuProps } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useId } from 'react'

type MenuEntry = { label: string; run: () => unknown; danger?: boolean; disabled?: boolean }

type RowMenuProps = {
  id?: string
  /** Accessible name of the button. */
  label: string
  title: string
  /** In order; undefined ones are not offered. */
  entries: Record<string, MenuEntry | undefined>
}

/** The menu closes, and not the layer it is in. */
const onKeyDown: MenuProps['onKeyDown'] = (event) => {
  if (event.key === 'Escape') event.preventDefault()
}

/** The menu of a row, opened by its button, to which the focus returns. */
export function RowMenu({ id, label, title, entries }: RowMenuProps) {
  const ownId = useId()
  const buttonId = id ?? ownId
  const items = Object.entries(entries).flatMap(([key, entry]) =>
    entry ? [{ key, label: entry.label, danger: entry.danger ?? false, disabled: entry.disabled ?? false }] : [],
  )
  const onClick: MenuProps['onClick'] = ({ key, domEvent }) => {
    // The button gets the focus while Enter is still down, which would open the menu again.
    domEvent.preventDefault()
    document.getElementById(buttonId)?.focus({ preventScroll: true })
    void entries[key]?.run()
  }
  return (
    <Dropdown
      menu={{ items, onClick, onKeyDown }}
      trigger={['click']}
      placement="bottomRight"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the menu takes the focus when it opens, as a menu button's does
      autoFocus
      destroyOnHidden
    >
      <IconButton id={buttonId} label={label} title={title}>
        <Ellipsis size={16} aria-hidden="true" />
      </IconButton>
    </Dropdown>
  )
}
