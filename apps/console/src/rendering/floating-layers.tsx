import { Dropdown, Popover, type DropdownProps, type PopoverProps } from 'antd'
import {
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useState,
} from 'react'

export type Anchor = RefObject<HTMLElement | null>

/** Either the element that it stands at, or one of its own as child. */
type At = { anchor?: Anchor; children?: ReactElement; onClose: () => void }

export type FloatingMenuProps = At & Pick<DropdownProps, 'menu' | 'placement' | 'popupRender' | 'autoFocus'>

export const FloatingMenu = ({ anchor, children, onClose, ...rest }: FloatingMenuProps) => (
  <Dropdown open trigger={['click']} onOpenChange={(isOpen) => !isOpen && onClose()} {...rest}>
    {children ?? <Anchored to={anchor} />}
  </Dropdown>
)

export type FloatingPopoverProps = At & Pick<PopoverProps, 'content' | 'placement' | 'styles'>

export const FloatingPopover = ({ anchor, children, content, onClose, ...rest }: FloatingPopoverProps) => (
  <Popover
    open
    trigger="click"
    arrow={false}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    {...rest}
    content={<Attached>{typeof content === 'function' ? content() : content}</Attached>}
  >
    {children ?? <Anchored to={anchor} />}
  </Popover>
)

/** antd adds a popover to the document after the first effects inside it, where `focus()` would do nothing: its content is drawn then. */
function Attached({ children }: { children: ReactNode }) {
  const [isAttached, setIsAttached] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- the second drawing is the point
  useEffect(() => setIsAttached(true), [])
  return isAttached && children
}

/** In place of the element that antd would draw and listen to: it is drawn already, and only told about. */
function Anchored({ to, ref }: { to: Anchor | undefined; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => to?.current ?? null)
  return null
}
