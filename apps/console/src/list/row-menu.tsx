import { IconButton } from '@ruwu/ui'
import { Dropdown, type MenuProps } from 'antd'
import { Ellipsis } from 'lucide-react'

type MenuEntry = { label: string; run: () => unknown; danger?: boolean; disabled?: boolean }

type RowMenuProps = {
  id?: string
  /** Accessible name of the button. */
  label: string
  title: string
  /** In order; undefined ones are not offered. */
  entries: Record<string, MenuEntry | undefined>
}

/** The menu of a row, opened by its button. */
export function RowMenu({ id, label, title, entries }: RowMenuProps) {
  const offered = Object.entries(entries).flatMap(([key, entry]) => (entry ? [{ key, ...entry }] : []))
  const menu: MenuProps = {
    items: offered.map(({ key, label: text, danger, disabled }) => ({ key, label: text, danger, disabled })),
    onClick: ({ key, domEvent }) => {
      // The focus returns to the button while Enter is still down, which would open the menu again.
      domEvent.preventDefault()
      void entries[key]?.run()
    },
  }
  return (
    <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
      <IconButton id={id} label={label} title={title}>
        <Ellipsis size={16} aria-hidden="true" />
      </IconButton>
    </Dropdown>
  )
}
