import type { Data, modelSettingApi } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { StateWord } from '@ruwu/ui'
import { Check, CircleAlert } from 'lucide-react'
import { texts } from '../texts.ts'

type ModelVerdictProps = { isTrying: boolean; verdict: Data<typeof modelSettingApi.test> | undefined }

/** Result of the connection test: latency, or the provider's error. */
export function ModelVerdict({ isTrying, verdict }: ModelVerdictProps) {
  return (
    <output>
      {isTrying ? (
        texts.testing
      ) : !verdict ? null : verdict.isWorking ? (
        <StateWord tone="success" icon={Check}>
          {texts.working(texts.milliseconds(formatNumber(verdict.latencyMs)))}
        </StateWord>
      ) : (
        <StateWord tone="error" icon={CircleAlert}>
          {texts.broken(verdict.message)}
        </StateWord>
      )}
    </output>
  )
}
