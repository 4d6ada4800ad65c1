const WHO =
  '(?:人工(?!智能|费|成本|草|湖)(?:客服|服务|坐席)?|真人|专人|专员|客服(?:人员|小姐姐|同事)?|顾问|销售|同事|工作人员|负责人|店长|经理|值班)'
const GOES = '(?:转接?|接入|转给|转到|转交|安排|联系|通知|呼叫|叫|请|让|派|帮您找|为您找|反馈给|交给)'
const COMES = '(?:会|将|马上|稍后|尽快|立即|随后|很快|一会儿?|这就|来|正在|已经?)'
const DOES = '(?:联系|回复|回电|打给|致电|跟进|对接|服务|解答|处理|接待|协助|沟通|答复|帮您|为您|给您|跟您|和您|与您)'

const PATTERNS: readonly RegExp[] = [
  new RegExp(`(?:为|给|帮|替)(?:您|你|亲)?(?:先|再|马上|立即|这就)?${GOES}.{0,4}${WHO}`),
  new RegExp(`(?:我|这边|马上|立即|这就|稍后|已经?|正在|现在)(?:就|先|会|来|将|给您|为您|帮您)*${GOES}.{0,4}${WHO}`),
  new RegExp(`${WHO}.{0,4}${COMES}.{0,4}${DOES}`),
  new RegExp(`${COMES}(?:有|由|让|请)${WHO}.{0,8}${DOES}`),
  /转人工|转接人工|人工(?:客服)?(?:马上|稍后|会|将|尽快)/,
  /(?:稍后|尽快|马上|一会儿?|随后)(?:会|就|将|再)?(?:有人|给您回电|回电给您|联系您|打给您|致电)/,
]
/** States an option or asks; promises nothing. */
const ONLY_SAID =
  /(?:您|你|亲)(?:可以?|也可|要|想|需要|如果|若).{0,6}(?:转人工|联系|咨询|找|回复)|(?:如需|需要|想要?).{0,4}人工|(?:是否|要不要|需不需要|需要).{0,6}(?:转|联系|安排)|回复.{0,3}(?:转)?人工/

/** The clause promising that a human takes over. Allowed only together with a handoff. */
export function findPersonPromise(plain: string, sources: readonly string[]): string | undefined {
  const promise = promisesPerson(plain)
  return promise !== undefined && sources.every((source) => promisesPerson(source) === undefined) ? promise : undefined
}

function promisesPerson(plain: string): string | undefined {
  return plain
    .split(/[;。!?\n]|,(?!\d)/)
    .find((clause) => PATTERNS.some((pattern) => pattern.test(clause)) && !ONLY_SAID.test(clause))
}
