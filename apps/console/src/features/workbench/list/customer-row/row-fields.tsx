import type { CustomerField, CustomerId, FieldValue } from '@ruwu/contract'
import { filledFields } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { useListedFields } from '../listed-fields.queries.ts'
import styles from './row-tags.module.css'

type RowFieldsProps = { customerId: CustomerId; fields: readonly CustomerField[] }

/** Values of the enterprise's fields marked 列表显示. Without such a field it is not mounted. */
export function RowFields({ customerId, fields }: RowFieldsProps) {
  const { data: values = {} } = useListedFields(customerId)
  const texts = filledFields(fields, values).map(({ text }) => text)
  return texts.length === 0 ? null : <span className={cx('cut', styles.fields)}>{texts.join(' · ')}</span>
}

/** Lines of the row's tooltip. */
export const fieldLines = (fields: readonly CustomerField[], values: Record<string, FieldValue> = {}): string[] =>
  filledFields(fields, values).map(({ name, text }) => `${name}：${text}`)
