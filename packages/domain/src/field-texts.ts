type FieldKind = 'input' | 'select'

export const INPUT_PLACEHOLDER = '请输入'
export const SELECT_PLACEHOLDER = '请选择'

export function requiredText(label: string, kind: FieldKind = 'input'): string {
  return (kind === 'select' ? SELECT_PLACEHOLDER : INPUT_PLACEHOLDER) + label
}
