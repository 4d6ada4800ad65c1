import { CARD_RULE_TAGS_MAX, type TagId } from '@ruwu/contract'
import { SELECT_PLACEHOLDER } from '@ruwu/domain'
import { Select } from 'antd'
import { useTags } from '../../tag/index.ts'
import styles from './trigger-fields.module.css'

type TagChoiceProps = { id: string; label: string; value: TagId[]; onChange: (tagIds: TagId[]) => void }

/** Multi-select of the enterprise's tags. */
export function TagChoice({ id, label, value, onChange }: TagChoiceProps) {
  const tags = useTags()
  return (
    <Select
      id={id}
      aria-label={label}
      mode="multiple"
      className={styles.wide}
      maxCount={CARD_RULE_TAGS_MAX}
      placeholder={SELECT_PLACEHOLDER}
      showSearch={{ optionFilterProp: 'label' }}
      loading={tags.isPending}
      options={tags.data?.map((tag) => ({ value: tag.id, label: tag.name })) ?? []}
      value={tags.data ? value : []}
      onOpenChange={(isOpen) => isOpen && tags.isError && void tags.refetch()}
      onChange={onChange}
    />
  )
}
