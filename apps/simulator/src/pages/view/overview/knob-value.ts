import type { KnobInput, KnobValue } from '../../../views.ts'

/** What a field's text means for its knob; an empty field switches it off. Chances are shown in percent. */
export function knobValue(kind: KnobInput['kind'], text: string): KnobValue | null {
  const typed = text.trim()
  if (typed === '') return null
  switch (kind) {
    case 'switch':
      return true
    case 'number':
      return Number(typed)
    case 'probability':
      return Number(typed) / 100
    case 'choice':
    case 'text':
      return typed
  }
}
