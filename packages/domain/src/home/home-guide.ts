import { type AccountType, HOME_STEPS, type HomeStep, type RelationId, type Source } from '@ruwu/contract'

type MainAccount = { accountType: AccountType; relationId: RelationId; source: Source }

/** Steps of 新手引导. Knowledge and AI belong to an account: until one is bound, their steps lead to the accounts. */
export function guideSteps(done: Record<HomeStep['key'], boolean>, account: MainAccount | undefined): HomeStep[] {
  const aiPage = account && `/channel/${account.accountType}/${account.relationId}/${account.source}/ai-agent`
  const paths: Record<HomeStep['key'], string | undefined> = {
    bind: '/channel',
    knowledge: aiPage && `${aiPage}?tab=knowledge`,
    agentConfig: aiPage,
    preview: aiPage && `${aiPage}?view=preview`,
    addAgent: '/setting/agent',
    hosting: '/channel',
  }
  return HOME_STEPS.map((key) => ({ key, done: done[key], path: paths[key] ?? '/channel' }))
}
