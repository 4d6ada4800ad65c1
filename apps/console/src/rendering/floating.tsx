import type { MenuProps } from 'antd'
import { cloneElement, type MouseEvent, type ReactElement, type Ref, useRef, useState } from 'react'
import type { Anchor, FloatingMenuProps, FloatingPopoverProps } from './floating-layers.tsx'
import { onDemand, usePreload } from './on-demand.tsx'

/**
 * antd's menus and popovers. A page draws a dozen of their buttons and opens few of them, so the layers are scripts of their
 * own, made when they are opened; loaded ahead by the buttons.
 */
export const FloatingMenu = onDemand(async () => (await import('./floating-layers.tsx')).FloatingMenu)
const loadPopover = async () => (await import('./floating-layers.tsx')).FloatingPopover
export const FloatingPopover = onDemand(loadPopover)
/** The popover of a button, which a shortcut may open too. */
const ButtonPopover = onDemand(loadPopover, { holdsKeys: true })

type Listener = (event: MouseEvent<HTMLElement>) => void
export type Opener = ReactElement<{
  ref?: Ref<HTMLElement>
  onClick?: Listener | undefined
  onContextMenu?: Listener | undefined
}>

type MenuButtonProps = {
  menu: MenuProps
  placement?: FloatingMenuProps['placement']
  /** By a right click instead of a click. */
  isContextMenu?: boolean
  children: Opener
}

/** A button with a menu. */
export function MenuButton({ menu, placement, isContextMenu = false, children }: MenuButtonProps) {
  const anchor = useRef<HTMLElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  usePreload(FloatingMenu)
  const toggle = (event: MouseEvent<HTMLElement>) => {
    if (isContextMenu) event.preventDefault()
    else children.props.onClick?.(event)
    setIsOpen((before) => !before)
  }
  return (
    <>
      {cloneElement(children, { ref: anchor, [isContextMenu ? 'onContextMenu' : 'onClick']: toggle })}
      {isOpen && <FloatingMenu anchor={anchor} menu={menu} placement={placement} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type PopoverButtonProps = Pick<FloatingPopoverProps, 'content' | 'placement' | 'styles'> & {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Where the caller needs the button itself. */
  anchor?: Anchor
  children: Opener
}

/** A button with a popover. */
export function PopoverButton({ isOpen, onOpenChange, anchor, children, ...rest }: PopoverButtonProps) {
  const own = useRef<HTMLElement>(null)
  const at = anchor ?? own
  usePreload(ButtonPopover)
  const toggle = (event: MouseEvent<HTMLElement>) => {
    children.props.onClick?.(event)
    onOpenChange(!isOpen)
  }
  return (
    <>
      {cloneElement(children, { ref: at, onClick: toggle })}
      {isOpen && <ButtonPopover anchor={at} {...rest} onClose={() => onOpenChange(false)} />}
    </>
  )
}
