import { SIGNATURE } from '../answers.ts';
import { type PaperForm, scene } from './scene.ts';

const AXLES = ['Axle', 'Side', 'Make', 'Pattern', 'Size', 'Inner', 'Middle', 'Outer', 'Bar', 'Fit'];

/** A table of many short columns, one of pictures and places, long questions, and nobody who signed. */
export const repairs: PaperForm = {
  name: 'repairs',
  form: {
    id: 10,
    name: 'Defects and repairs',
    sections: [
      {
        ...{ key: 'tyres', type: 'table', label: 'Tyres' },
        columns: AXLES.map((label, at) => ({ key: `c${at}`, label, type: 'text' })),
      },
      {
        ...{ key: 'items', type: 'repeat', label: 'Defects' },
        fields: [
          { key: 'part', type: 'text', label: 'Part' },
          { key: 'seen', type: 'longtext', label: 'What was seen' },
          { key: 'photo', type: 'photo', label: 'Photo' },
          { key: 'where', type: 'location', label: 'Where' },
          { key: 'grade', type: 'text', label: 'Grade' },
        ],
      },
      {
        ...{ key: 'list', type: 'group', label: 'Before it leaves the workshop' },
        fields: Array.from({ length: 9 }, (_q, at) => ({
          ...{ key: `q${at}`, type: 'text' },
          label: `Point ${at + 1} of the list that the workshop goes by`,
        })),
      },
      { key: 'mechanicSignature', type: 'signature', label: 'Mechanic' },
      { key: 'masterSignature', type: 'signature', label: 'Master' },
    ],
  },
  answer: {
    ...{ id: 'A-3012', formId: 10, status: 'submitted', startedAt: '2026-03-17T08:00:00+01:00' },
    vehicle: { id: 4, regNo: 'KD-418-T', label: 'Box truck 4' },
    values: {
      tyres: Array.from({ length: 6 }, (_row, at) => ({
        ...{ c0: `${1 + (at >> 1)}`, c1: at % 2 === 0 ? 'left' : 'right', c2: 'Meridian' },
        ...{ c3: 'Regional HL3', c4: '385/65 R22.5', c5: '7.5 mm', c6: '7.8 mm', c7: '7.4 mm' },
        ...{ c8: '8.5', c9: 'yes' },
      })),
      items: ['Door', 'Mirror', 'Hose'].map((part, at) => ({
        ...{ part, seen: 'Worn, and to be replaced at the next visit. '.repeat(1 + at * 3) },
        ...{ photo: scene(480, 320, at * 20), grade: at === 1 ? 'High' : 'Low' },
        where: { lat: 41.0583, lng: -2.3142, accuracy: 5 },
      })),
      list: Object.fromEntries(Array.from({ length: 9 }, (_q, at) => [`q${at}`, 'Done'])),
      ...{ mechanicSignature: SIGNATURE, masterSignature: null },
    },
  },
};
