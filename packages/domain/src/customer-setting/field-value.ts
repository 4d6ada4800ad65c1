import type { CustomerField, FieldValue } from '@ruwu/contract'
import { isEmptyValue } from '../form-field.ts'
import type { ContactMask } from '../lead/index.ts'

const NUMBER = /^-?\d+(?:\.\d+)?$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const PHONE = /^(?:1[3-9]\d{9}|0\d{2,3}-?\d{7,8})$/
const WECHAT = /^[A-Za-z][-_A-Za-z0-9]{5,19}$/

/** Validation message of a field value; undefined: valid. Empty is always valid. */
export function fieldProblem(field: Pick<CustomerField, 'type' | 'options'>, value: FieldValue): string | undefined {
  if (Array.isArray(value)) {
    if (field.type !== 'multiple') return '该字段只能填写一个值'
    return value.every((each) => field.options.includes(each)) ? undefined : '请选择列表中的选项'
  }
  if (value === '') return undefined
  switch (field.type) {
    case 'number':
      return NUMBER.test(value) ? undefined : '请输入数字'
    case 'date':
      return DATE.test(value) && !Number.isNaN(Date.parse(value)) ? undefined : '请选择日期'
    case 'phone':
      return PHONE.test(value) ? undefined : '手机号格式不正确'
    case 'wechat':
      return WECHAT.test(value) ? undefined : '微信号格式不正确'
    case 'single':
      return field.options.includes(value) ? undefined : '请选择列表中的选项'
    case 'multiple':
      return '请选择列表中的选项'
    case 'text':
    case 'city':
      return undefined
  }
}

/** Phone and WeChat fields are masked like fields marked sensitive; phone fields only while phone numbers are masked at all. */
export const hidesValue = (
  { sensitive, type }: Pick<CustomerField, 'sensitive' | 'type'>,
  mask: ContactMask = 'contacts',
): boolean => sensitive || type === 'wechat' || (type === 'phone' && mask === 'contacts')

/** Display text of a value. */
export const fieldText = (value: FieldValue | undefined): string =>
  Array.isArray(value) ? value.join('、') : (value ?? '')

/** Names and texts of the given fields, without those that have no value. */
export const filledFields = (
  fields: readonly Pick<CustomerField, 'id' | 'name'>[],
  values: Record<string, FieldValue>,
): { name: string; text: string }[] =>
  fields.flatMap(({ id, name }) => (isEmptyValue(values[id]) ? [] : [{ name, text: fieldText(values[id]) }]))
