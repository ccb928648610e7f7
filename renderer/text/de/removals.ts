/** Datensätze, die beim Dienst weg sind: was gehen würde und was ging. */
export const removals = {
  stopped: (count: string, total: string, what: string) =>
    `${what}: Der Dienst führt ${count} von ${total} nicht mehr auf. Es wurde nichts entfernt.`,
  review: 'Ansehen…',
  title: (count: string, what: string) => `${what}: ${count} würden gehen`,
  why: {
    many: 'Zwei vollständige Listen enthielten diese Datensätze nicht. So viele gehen nie ohne einen Menschen.',
    empty:
      'Der Dienst gab eine vollständige Liste, und sie war leer. Das allein entfernt nie etwas.',
    unproved:
      'Zwei vollständige Listen enthielten diese Datensätze nicht, aber der Dienst leugnet auch solche, die er aufführt; sein Wort beweist also noch nichts.',
  },
  explain:
    'Entfernen fragt den Dienst noch einmal nach jedem: Was er noch hat, bleibt, und das Übrige liegt eine Zeit lang im Papierkorb (Einstellungen, Entfernte Datensätze). Behalten lässt alle als nicht mehr aufgeführt.',
  keep: 'Alle behalten',
  remove: (count: string) => `${count} entfernen`,
  retained: (_count: number, words: string, what: string) => `${what}: ${words} behalten`,
  removed: (_count: number, words: string, what: string) => `${what}: ${words} entfernt`,
  stayed: (count: number, words: string) => (count === 0 ? '' : `, ${words} noch vorhanden`),
  areBack: (words: string, what: string) => `Zurückgelegt: ${words} ${what}`,
  trash: {
    hint: (days: number) =>
      `Datensätze, die beim Dienst weg sind, liegen hier ${days === 1 ? 'einen Tag' : `${String(days)} Tage`}. Zurücklegen zeigt sie wieder in ihrer Liste, als nicht mehr aufgeführt; beim Dienst entstehen sie dadurch nicht neu.`,
    none: 'In dieser Zeit wurde nichts entfernt.',
    look: 'Ansehen',
    putBack: 'Zurücklegen',
    isBack: (title: string) => `${title} ist wieder in der Liste`,
    when: 'Entfernt',
    first: (shown: string, all: string) => `Die neuesten ${shown} von ${all}`,
  },
};
