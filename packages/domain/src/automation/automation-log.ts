/** Lines of 运行日志 are kept this long. */
export const AUTOMATION_LOG_DAYS = 90

/** As a step of 沉默跟进 is named there. */
export const followUpName = (step: number) => `沉默跟进 第 ${step} 步`
