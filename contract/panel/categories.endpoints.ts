import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { categoryProblems } from '../works/works.problems.ts';
import { PanelCategory, PanelCategoryPage, PanelCategoryQuery } from './categories.schema.ts';
import { panelProblems } from './panel.problems.ts';

const ofPlatform = {
  roles: [product.platformRole],
  hosts: 'platform',
  offline: 'online-only',
} as const;
const params = v.object({ categoryId: Id });
const offer = {
  ...ofPlatform,
  path: '/v1/panel/categories/:categoryId/offer/',
  params,
  response: v.object({}),
  problems: [categoryProblems.not_found],
} as const;

/** Categories of the platform, and which of them new schools begin with. */
export const panelCategoryEndpoints = {
  listCategories: endpoint({
    ...ofPlatform,
    name: 'panel.listCategories',
    summary: 'Categories of the platform by name, with how many schools have them',
    method: 'GET',
    path: '/v1/panel/categories/',
    reads: 'panel',
    query: PanelCategoryQuery,
    response: PanelCategoryPage,
    problems: [panelProblems.too_wide],
  }),
  readCategory: endpoint({
    ...ofPlatform,
    name: 'panel.readCategory',
    summary: 'One category of the platform, with how many schools have it',
    method: 'GET',
    path: '/v1/panel/categories/:categoryId/',
    reads: 'panel',
    params,
    response: PanelCategory,
    problems: [categoryProblems.not_found, panelProblems.too_wide],
  }),
  offerCategory: endpoint({
    ...offer,
    name: 'panel.offerCategory',
    summary: 'Let schools that are made from now on begin with a category',
    method: 'PUT',
  }),
  stopOfferingCategory: endpoint({
    ...offer,
    name: 'panel.stopOfferingCategory',
    summary: 'Offer a category to new schools no more; schools that have it keep it',
    method: 'DELETE',
  }),
} as const;
