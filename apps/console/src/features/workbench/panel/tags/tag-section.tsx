import type { CustomerDetail, TagId } from '@ruwu/contract'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { PopoverButton } from '../../../../rendering/floating.tsx'
import { onDemand, usePreload } from '../../../../rendering/on-demand.tsx'
import { TagDot, useTagMap } from '../../../tag/index.ts'
import { useChatRequest } from '../../chat-requests.ts'
import { useUnbindTag } from '../panel.mutations.ts'
import { texts } from '../texts.ts'
import { Section, SectionEmpty } from '../panel-section.tsx'
import styles from './tag-section.module.css'

const TagPicker = onDemand(async () => (await import('./tag-picker.tsx')).TagPicker, { holdsKeys: true })

export function TagSection({ customer, canEdit }: { customer: CustomerDetail; canEdit: boolean }) {
  const [isPicking, setIsPicking] = useState(false)
  const button = useRef<HTMLElement>(null)
  const opener = useRef<Element>(null)
  const all = useTagMap()
  const unbind = useUnbindTag()
  const [begun, setBegun] = useState<TagId>()
  const pick = (isOpen: boolean, tagId?: TagId) => {
    if (isOpen) opener.current = document.activeElement
    setBegun(tagId)
    setIsPicking(isOpen)
  }
  useChatRequest(customer.customerId, 'tag', (given) => canEdit && pick(true, given?.tagId))
  usePreload(TagPicker)
  const held = customer.tagIds.flatMap((id) => all.get(id) ?? [])
  const close = () => {
    setIsPicking(false)
    // Who came by the shortcut goes on where they were.
    const back = opener.current
    if (back instanceof HTMLElement && back !== document.body && back.isConnected) back.focus()
    else button.current?.focus()
  }
  return (
    <Section title={texts.tags}>
      {!canEdit && held.length === 0 && <SectionEmpty text={texts.noTags} />}
      <ul className={styles.tags}>
        {held.map(({ id, name, color, kind }) => (
          <li key={id} className={styles.tag}>
            <TagDot color={color} />
            <span className="cut">{name}</span>
            {canEdit && kind !== 'system' && (
              <button
                type="button"
                className={styles.remove}
                aria-label={texts.removeTag(name)}
                title={texts.removeTag(name)}
                onClick={() => unbind.mutate({ customer, tagId: id })}
              >
                <X size={12} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
        {canEdit && (
          <li>
            <PopoverButton
              isOpen={isPicking}
              onOpenChange={(isOpen) => pick(isOpen)}
              anchor={button}
              placement="bottomRight"
              styles={{ container: { padding: 8 } }}
              content={<TagPicker customer={customer} keyword={begun && all.get(begun)?.name} onClose={close} />}
            >
              <button
                type="button"
                className={styles.add}
                aria-label={texts.addTagLabel}
                aria-expanded={isPicking}
                aria-haspopup="dialog"
              >
                <Plus size={13} aria-hidden="true" />
                {texts.addTag}
              </button>
            </PopoverButton>
          </li>
        )}
      </ul>
    </Section>
  )
}
