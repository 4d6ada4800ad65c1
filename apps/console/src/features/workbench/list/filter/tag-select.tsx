import type { Tag, TagId } from '@ruwu/contract'
import { Select } from 'antd'
import { TagDot, useTags } from '../../../tag/index.ts'
import { nameless } from './filter-parts.ts'
import { texts } from '../../texts.ts'
import styles from './select-filters.module.css'

type TagSelectProps = {
  label: string
  placeholder: string
  value: TagId[]
  status?: 'error' | undefined
  onChange: (tagIds: TagId[]) => void
}

/** Multi-select of tags by group. */
export function TagSelect({ label, placeholder, value, status, onChange }: TagSelectProps) {
  const { data: tags, isError, refetch } = useTags()
  const groups = Map.groupBy(tags ?? [], (tag) => tag.groupName ?? texts.noTagGroup)
  const named = [...groups].map(([label, members]) => ({ label, title: label, options: members.map(optionOf) }))
  const gone = nameless(value, tags ?? []).map((id) => ({ value: id, name: '', label: texts.unknownTag }))
  return (
    <Select
      aria-label={label}
      className={styles.select}
      mode="multiple"
      allowClear
      placeholder={placeholder}
      status={status}
      optionFilterProp="name"
      maxTagCount="responsive"
      value={tags ? value : []}
      options={[...gone, ...named]}
      onOpenChange={(isOpen) => isOpen && isError && void refetch()}
      onChange={onChange}
    />
  )
}

const optionOf = ({ id, name, color }: Tag) => ({
  value: id,
  name,
  label: (
    <span className={styles.tag}>
      <TagDot color={color} />
      {name}
    </span>
  ),
})
