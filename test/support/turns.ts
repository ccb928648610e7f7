/**
 * How long this thread is held at a time, in its own processor time: unlike time on the clock it
 * does not grow when other programs want the processor, too.
 */
export function watchTurns(): { stop(): { longestMs: number } } {
  let longestUs = 0;
  let from = process.threadCpuUsage();
  let handle: NodeJS.Immediate;
  const turn = (): void => {
    const now = process.threadCpuUsage();
    longestUs = Math.max(longestUs, now.user + now.system - from.user - from.system);
    from = process.threadCpuUsage();
    handle = setImmediate(turn);
  };
  handle = setImmediate(turn);
  return {
    stop() {
      clearImmediate(handle);
      return { longestMs: longestUs / 1000 };
    },
  };
}
