import { formatNumber } from '@ruwu/domain'
import { StateWord } from '@ruwu/ui'
import { Check, CircleAlert, LoaderCircle } from 'lucide-react'
import { FieldGroup } from '../../../form/field.tsx'
import { useVectors } from '../model-setting.queries.ts'
import { texts } from '../texts.ts'

/** Progress of the embedding of the knowledge base. */
export function VectorProgress() {
  const vectors = useVectors()
  if (!vectors || vectors.total === 0) return null
  const { ready, total, problem } = vectors
  return (
    <FieldGroup label={texts.vectors}>
      <output>
        {problem ? (
          <StateWord tone="error" icon={CircleAlert}>
            {texts.vectorsProblem(problem)}
          </StateWord>
        ) : ready < total ? (
          <StateWord tone="quiet" icon={LoaderCircle}>
            {texts.vectorsUnderWay(formatNumber(ready), formatNumber(total))}
          </StateWord>
        ) : (
          <StateWord tone="success" icon={Check}>
            {texts.vectorsReady(formatNumber(total))}
          </StateWord>
        )}
      </output>
    </FieldGroup>
  )
}
