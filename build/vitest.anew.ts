import { vi } from 'vitest';

/**
 * Before each file of tests that share a process, but neither modules nor globals: what the file
 * before replaced is real again, and modules are loaded anew, with a state of their own.
 */
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.resetModules();
