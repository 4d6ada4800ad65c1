import { Button } from '@ruwu/ui'
import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import { useCooldown } from '../api/cooldown.ts'

type MutationButtonProps = Omit<ComponentProps<typeof Button>, 'busy'> & {
  /** What the button runs, from `useMutation`. */
  mutation: { isPending: boolean; error: unknown }
}

/** Busy while its mutation runs; after 操作过于频繁 disabled for as long as the server says, counting down. */
export function MutationButton({ mutation: { isPending, error }, disabled, children, ...rest }: MutationButtonProps) {
  const cooldown = useCooldown()
  const rests = useEffectEvent(() => cooldown.startFor(error))
  useEffect(() => {
    // Null while it runs again, or after the form has forgotten the result: what was started goes on.
    if (error) rests()
  }, [error])
  const name = rest['aria-label']
  return (
    <Button
      {...rest}
      aria-label={name && cooldown.isResting ? `${name}，${cooldown.text}` : name}
      busy={isPending}
      disabled={disabled || cooldown.isResting}
    >
      {cooldown.text || children}
    </Button>
  )
}
