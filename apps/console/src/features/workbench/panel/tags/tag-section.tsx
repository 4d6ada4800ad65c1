import type { CustomerDetail } from '@ruwu/contract'
import { Popover } from 'antd'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { TagDot, useTagMap } from '../../../tag/index.ts'
import { useChatRequest } from '../../chat-requests.ts'
import { useUnbindTag } from '../panel.mutations.ts'
import { texts } from '../texts.ts'
import { Section, SectionEmpty } from '../panel-section.tsx'
import { TagPicker } from './tag-picker.tsx'
import styles from './tag-section.module.css'

export function TagSection({ customer, canEdit }: { customer: CustomerDetail; canEdit: boolean }) {
  const [isPicking, setIsPicking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const all = useTagMap()
  const unbind = useUnbindTag()
  useChatRequest(customer.customerId, 'tag', () => canEdit && setIsPicking(true))
  const held = customer.tagIds.flatMap((id) => all.get(id) ?? [])
  const close = () => {
    setIsPicking(false)
    opener.current?.focus()
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
            <Popover
              open={isPicking}
              onOpenChange={setIsPicking}
              trigger="click"
              placement="bottomRight"
              arrow={false}
              destroyOnHidden
              styles={{ container: { padding: 8 } }}
              content={<TagPicker customer={customer} onClose={close} />}
            >
              <button
                ref={opener}
                type="button"
                className={styles.add}
                aria-label={texts.addTagLabel}
                aria-expanded={isPicking}
                aria-haspopup="dialog"
              >
                <Plus size={13} aria-hidden="true" />
                {texts.addTag}
              </button>
            </Popover>
          </li>
        )}
      </ul>
    </Section>
  )
}
