export const texts = {
  paused: '所有自动化已暂停',
  pausedSince: (time: string) =>
    `自 ${time} 起，欢迎语、规则、工作流、发卡规则、沉默跟进和评论回复都不发送；AI 托管照常回复。`,
  toResume: '去恢复',
}
