import { automationTemplateApi, type CallArgs, type TemplateId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { useRules } from '../automation-rule/index.ts'
import { useFlows } from '../flow/index.ts'
import { texts } from './texts.ts'

const KEY = ['automation-template'] as const

/** An enterprise of the runtime list changes them for everybody, without an event. */
export const useTemplates = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({ queryKey: KEY, queryFn: () => call(automationTemplateApi.list), enabled })

export function useUpdateTemplate() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArgs<typeof automationTemplateApi.update>['body']) =>
      call(automationTemplateApi.update, { body }),
    onSuccess: (templates, { name }) => {
      cache.setQueryData(KEY, templates)
      toast.success(texts.saved(name))
    },
  })
}

export function useResetTemplate() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (templateId: TemplateId) => call(automationTemplateApi.reset, { body: { templateId } }),
    onSuccess: (templates) => {
      cache.setQueryData(KEY, templates)
      toast.success(texts.wasReset)
    },
    onError: showError,
  })
}

/** Own rules or flows, whose content a template can take. */
export function useOwnContents(kind: 'rule' | 'flow') {
  const rules = useRules({ enabled: kind === 'rule' })
  const flows = useFlows({ enabled: kind === 'flow' })
  const { data = [], error } = kind === 'rule' ? rules : flows
  return { contents: data.map(({ id, name }) => ({ value: id as string, label: name })), error }
}
