import { KNOWLEDGE_TYPES, type KnowledgeType } from '@ruwu/contract'
import { KNOWLEDGE_TYPE_LABELS } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Dropdown } from 'antd'
import { FileText, Globe, Image, MessageCircleQuestionMark, Plus, Tags, type LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { texts } from '../texts.ts'
import styles from './add-button.module.css'

const icons: Record<KnowledgeType, LucideIcon> = {
  qa: MessageCircleQuestionMark,
  doc: FileText,
  web: Globe,
  goods: Tags,
  image: Image,
}

const items = KNOWLEDGE_TYPES.map((type) => {
  const Icon = icons[type]
  return {
    key: type,
    icon: <Icon size={16} strokeWidth={1.75} aria-hidden="true" />,
    label: (
      <span className={styles.choice}>
        {KNOWLEDGE_TYPE_LABELS[type]}
        <small>{texts.typeHints[type]}</small>
      </span>
    ),
  }
})

/** Menu of the entry types. */
export function AddButton({ onAdd }: { onAdd: (type: KnowledgeType) => void }) {
  const box = useRef<HTMLSpanElement>(null)
  const add = (type: KnowledgeType) => {
    // The menu item unmounts; focus returns to the button when the form closes.
    box.current?.querySelector('button')?.focus()
    onAdd(type)
  }
  return (
    <span ref={box} className={styles.add}>
      <Dropdown
        menu={{ items, onClick: ({ key }) => add(key as KnowledgeType) }}
        trigger={['click']}
        placement="bottomRight"
      >
        <Button aria-haspopup="menu">
          <Plus size={16} aria-hidden="true" />
          {texts.add}
        </Button>
      </Dropdown>
    </span>
  )
}
