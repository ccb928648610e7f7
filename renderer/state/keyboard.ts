/** Whether this computer has a command key. */
export const isMac = navigator.userAgent.includes('Mac');
