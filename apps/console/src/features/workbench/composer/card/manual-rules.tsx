import { cardRuleApi, type CardRuleId, type CustomerId } from '@ruwu/contract'
import { Button, toast } from '@ruwu/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { showError } from '../../../../api/show-error.ts'
import { texts } from '../texts.ts'
import styles from './card-dialog.module.css'

/** 人工点击: rules of the account that an agent may fire; shown only where there are any. */
export function ManualRules({ customerId, onSent }: { customerId: CustomerId; onSent: () => void }) {
  const { data: rules = [] } = useQuery({
    queryKey: ['card-rule', 'manual', customerId],
    queryFn: () => call(cardRuleApi.listManual, { body: { customerId } }),
  })
  const fire = useMutation({
    mutationFn: (ruleId: CardRuleId) => call(cardRuleApi.fire, { body: { customerId, ruleId } }),
    onSuccess: () => {
      toast.success(texts.ruleFired)
      onSent()
    },
    onError: showError,
  })
  if (rules.length === 0) return null
  return (
    <section aria-label={texts.manualRules} className={styles.rules}>
      <small>{texts.manualRules}</small>
      {rules.map(({ id, name, reason }) => (
        <Button
          key={id}
          size="sm"
          busy={fire.isPending && fire.variables === id}
          disabled={reason !== '' || (fire.isPending && fire.variables !== id)}
          title={reason || name}
          onClick={() => fire.mutate(id)}
        >
          {reason ? texts.ruleHeld(name, reason) : name}
        </Button>
      ))}
    </section>
  )
}
