/** Loads a module of the project by its path, in the copy that is being checked. */
export type Load = <Module>(file: string) => Promise<Module>;
