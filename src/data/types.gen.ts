// Generated from the migrated database by `npm run db:types`. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      backdrop_materials: {
        Row: { created_at: string; id: string; name: string; slug: string };
        Insert: { created_at?: string; id?: string; name: string; slug?: string };
        Update: { created_at?: string; id?: string; name?: string; slug?: string };
        Relationships: [];
      };
      backdrop_size_manager: {
        Row: {
          created_at: string;
          id: string;
          size_order: string;
          size_value: string;
          slug: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          size_order?: never;
          size_value: string;
          slug?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          size_order?: never;
          size_value?: string;
          slug?: string;
        };
        Relationships: [];
      };
      backdrops: {
        Row: {
          active: boolean;
          backdrop_id: string;
          color_id: string | null;
          created_at: string;
          description: string;
          id: string;
          images: string[];
          in_studio: boolean;
          length_feet: number;
          material: string | null;
          material_id: string | null;
          name: string;
          price: number;
          quantity: number;
          search_text: string;
          size_id: string | null;
          slug: string;
          updated_at: string;
          width_feet: number;
        };
        Insert: {
          active?: boolean;
          backdrop_id?: string;
          color_id?: string | null;
          created_at?: string;
          description?: string;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          length_feet: number;
          material?: string | null;
          material_id?: string | null;
          name: string;
          price?: number;
          quantity?: number;
          search_text?: never;
          size_id?: string | null;
          slug?: string;
          updated_at?: string;
          width_feet: number;
        };
        Update: {
          active?: boolean;
          backdrop_id?: string;
          color_id?: string | null;
          created_at?: string;
          description?: string;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          length_feet?: number;
          material?: string | null;
          material_id?: string | null;
          name?: string;
          price?: number;
          quantity?: number;
          search_text?: never;
          size_id?: string | null;
          slug?: string;
          updated_at?: string;
          width_feet?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'backdrops_color_id_fkey';
            columns: ['color_id'];
            isOneToOne: false;
            referencedRelation: 'colors';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'backdrops_material_id_fkey';
            columns: ['material_id'];
            isOneToOne: false;
            referencedRelation: 'backdrop_materials';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'backdrops_size_id_fkey';
            columns: ['size_id'];
            isOneToOne: false;
            referencedRelation: 'backdrop_size_manager';
            referencedColumns: ['id'];
          },
        ];
      };
      billing_profiles: {
        Row: {
          address: string;
          created_at: string;
          customer_id: string;
          gstin: string | null;
          id: string;
          label: string;
          legal_name: string;
          state_code: string | null;
          updated_at: string;
          zero_rated: string | null;
        };
        Insert: {
          address?: string;
          created_at?: string;
          customer_id: string;
          gstin?: string | null;
          id?: string;
          label?: string;
          legal_name: string;
          state_code?: string | null;
          updated_at?: string;
          zero_rated?: string | null;
        };
        Update: {
          address?: string;
          created_at?: string;
          customer_id?: string;
          gstin?: string | null;
          id?: string;
          label?: string;
          legal_name?: string;
          state_code?: string | null;
          updated_at?: string;
          zero_rated?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'billing_profiles_customer_id_fkey';
            columns: ['customer_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
        ];
      };
      cloth_brands: {
        Row: { created_at: string; id: string; name: string; slug: string };
        Insert: { created_at?: string; id?: string; name: string; slug?: string };
        Update: { created_at?: string; id?: string; name?: string; slug?: string };
        Relationships: [];
      };
      cloth_categories: {
        Row: { created_at: string; id: string; name: string; slug: string };
        Insert: { created_at?: string; id?: string; name: string; slug?: string };
        Update: { created_at?: string; id?: string; name?: string; slug?: string };
        Relationships: [];
      };
      clothes: {
        Row: {
          active: boolean;
          brand_id: string | null;
          category_id: string | null;
          cloth_id: string;
          color_id: string | null;
          created_at: string;
          description: string;
          gender_id: string | null;
          id: string;
          images: string[];
          in_studio: boolean;
          name: string;
          price: number;
          quantity: number;
          search_text: string;
          size_id: string | null;
          slug: string;
          updated_at: string;
        };
        Insert: {
          active?: boolean;
          brand_id?: string | null;
          category_id?: string | null;
          cloth_id?: string;
          color_id?: string | null;
          created_at?: string;
          description?: string;
          gender_id?: string | null;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          name: string;
          price?: number;
          quantity?: number;
          search_text?: never;
          size_id?: string | null;
          slug?: string;
          updated_at?: string;
        };
        Update: {
          active?: boolean;
          brand_id?: string | null;
          category_id?: string | null;
          cloth_id?: string;
          color_id?: string | null;
          created_at?: string;
          description?: string;
          gender_id?: string | null;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          name?: string;
          price?: number;
          quantity?: number;
          search_text?: never;
          size_id?: string | null;
          slug?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'clothes_brand_id_fkey';
            columns: ['brand_id'];
            isOneToOne: false;
            referencedRelation: 'cloth_brands';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'clothes_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'cloth_categories';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'clothes_color_id_fkey';
            columns: ['color_id'];
            isOneToOne: false;
            referencedRelation: 'colors';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'clothes_gender_id_fkey';
            columns: ['gender_id'];
            isOneToOne: false;
            referencedRelation: 'gender_options';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'clothes_size_id_fkey';
            columns: ['size_id'];
            isOneToOne: false;
            referencedRelation: 'clothes_size_manager';
            referencedColumns: ['id'];
          },
        ];
      };
      clothes_size_manager: {
        Row: {
          created_at: string;
          id: string;
          size_order: string;
          size_value: string;
          slug: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          size_order?: never;
          size_value: string;
          slug?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          size_order?: never;
          size_value?: string;
          slug?: string;
        };
        Relationships: [];
      };
      colors: {
        Row: { created_at: string; hex: string | null; id: string; name: string; slug: string };
        Insert: {
          created_at?: string;
          hex?: string | null;
          id?: string;
          name: string;
          slug?: string;
        };
        Update: {
          created_at?: string;
          hex?: string | null;
          id?: string;
          name?: string;
          slug?: string;
        };
        Relationships: [];
      };
      contact_enquiries: {
        Row: {
          contact_email: string | null;
          contact_first_name: string | null;
          contact_last_name: string | null;
          created_at: string;
          customer_id: string;
          handled_at: string | null;
          handled_by: string | null;
          id: string;
          message: string | null;
        };
        Insert: {
          contact_email?: string | null;
          contact_first_name?: string | null;
          contact_last_name?: string | null;
          created_at?: string;
          customer_id: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id?: string;
          message?: string | null;
        };
        Update: {
          contact_email?: string | null;
          contact_first_name?: string | null;
          contact_last_name?: string | null;
          created_at?: string;
          customer_id?: string;
          handled_at?: string | null;
          handled_by?: string | null;
          id?: string;
          message?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'contact_enquiries_customer_id_fkey';
            columns: ['customer_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
        ];
      };
      crew_categories: {
        Row: { created_at: string; id: string; name: string; slug: string };
        Insert: { created_at?: string; id?: string; name: string; slug?: string };
        Update: { created_at?: string; id?: string; name?: string; slug?: string };
        Relationships: [];
      };
      crews: {
        Row: {
          active: boolean;
          category_id: string | null;
          created_at: string;
          crew_id: string;
          description: string;
          id: string;
          images: string[];
          in_studio: boolean;
          name: string;
          price: number;
          quantity: number;
          search_text: string;
          seniority: string | null;
          slug: string;
          updated_at: string;
        };
        Insert: {
          active?: boolean;
          category_id?: string | null;
          created_at?: string;
          crew_id?: string;
          description?: string;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          name: string;
          price?: number;
          quantity?: number;
          search_text?: never;
          seniority?: string | null;
          slug?: string;
          updated_at?: string;
        };
        Update: {
          active?: boolean;
          category_id?: string | null;
          created_at?: string;
          crew_id?: string;
          description?: string;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          name?: string;
          price?: number;
          quantity?: number;
          search_text?: never;
          seniority?: string | null;
          slug?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'crews_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'crew_categories';
            referencedColumns: ['id'];
          },
        ];
      };
      crm_events: {
        Row: {
          actor: string;
          created_at: string;
          customer_id: string;
          from_value: string | null;
          id: string;
          line_id: string | null;
          subject: string;
          subject_id: string;
          to_value: string | null;
          user_id: string | null;
          what: string;
        };
        Insert: {
          actor: string;
          created_at?: string;
          customer_id: string;
          from_value?: string | null;
          id?: string;
          line_id?: string | null;
          subject: string;
          subject_id: string;
          to_value?: string | null;
          user_id?: string | null;
          what: string;
        };
        Update: {
          actor?: string;
          created_at?: string;
          customer_id?: string;
          from_value?: string | null;
          id?: string;
          line_id?: string | null;
          subject?: string;
          subject_id?: string;
          to_value?: string | null;
          user_id?: string | null;
          what?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'crm_events_customer_id_fkey';
            columns: ['customer_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
        ];
      };
      crm_rental_enquiry_statuses: {
        Row: {
          is_active: boolean;
          is_open: boolean;
          label: string;
          position: number;
          value: string;
        };
        Insert: {
          is_active?: boolean;
          is_open?: boolean;
          label: string;
          position: number;
          value: string;
        };
        Update: {
          is_active?: boolean;
          is_open?: boolean;
          label?: string;
          position?: number;
          value?: string;
        };
        Relationships: [];
      };
      crm_rental_order_statuses: {
        Row: { is_active: boolean; label: string; position: number; value: string };
        Insert: { is_active?: boolean; label: string; position: number; value: string };
        Update: { is_active?: boolean; label?: string; position?: number; value?: string };
        Relationships: [];
      };
      customer_merges: {
        Row: {
          from_id: string;
          id: string;
          into_id: string;
          merged_at: string;
          merged_by: string | null;
          moved: Json;
          undone_at: string | null;
          undone_by: string | null;
        };
        Insert: {
          from_id: string;
          id?: string;
          into_id: string;
          merged_at?: string;
          merged_by?: string | null;
          moved: Json;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Update: {
          from_id?: string;
          id?: string;
          into_id?: string;
          merged_at?: string;
          merged_by?: string | null;
          moved?: Json;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'customer_merges_from_id_fkey';
            columns: ['from_id'];
            isOneToOne: true;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'customer_merges_into_id_fkey';
            columns: ['into_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
        ];
      };
      customer_notes: {
        Row: {
          author: string;
          created_at: string;
          customer_id: string;
          edited_at: string | null;
          edited_by: string | null;
          enquiry_order_id: string | null;
          id: string;
          note: string;
          order_id: string | null;
        };
        Insert: {
          author?: string;
          created_at?: string;
          customer_id: string;
          edited_at?: string | null;
          edited_by?: string | null;
          enquiry_order_id?: string | null;
          id?: string;
          note: string;
          order_id?: string | null;
        };
        Update: {
          author?: string;
          created_at?: string;
          customer_id?: string;
          edited_at?: string | null;
          edited_by?: string | null;
          enquiry_order_id?: string | null;
          id?: string;
          note?: string;
          order_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'customer_notes_customer_id_fkey';
            columns: ['customer_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'customer_notes_enquiry_order_id_fkey';
            columns: ['enquiry_order_id'];
            isOneToOne: false;
            referencedRelation: 'enquiry_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'customer_notes_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      customers: {
        Row: {
          assigned_to: string | null;
          created_at: string;
          customer_number: string;
          email: string | null;
          erased_at: string | null;
          first_name: string | null;
          id: string;
          last_name: string | null;
          mailbox: string | null;
          merged_into: string | null;
          mobile: string | null;
          search_text: string | null;
          sorted_name: string | null;
          updated_at: string;
        };
        Insert: {
          assigned_to?: string | null;
          created_at?: string;
          customer_number?: string;
          email?: string | null;
          erased_at?: string | null;
          first_name?: string | null;
          id?: string;
          last_name?: string | null;
          mailbox?: never;
          merged_into?: string | null;
          mobile?: string | null;
          search_text?: never;
          sorted_name?: never;
          updated_at?: string;
        };
        Update: {
          assigned_to?: string | null;
          created_at?: string;
          customer_number?: string;
          email?: string | null;
          erased_at?: string | null;
          first_name?: string | null;
          id?: string;
          last_name?: string | null;
          mailbox?: never;
          merged_into?: string | null;
          mobile?: string | null;
          search_text?: never;
          sorted_name?: never;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'customers_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'customers_merged_into_fkey';
            columns: ['merged_into'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
        ];
      };
      customers_told_apart: {
        Row: { one_id: string; other_id: string; told_at: string; told_by: string | null };
        Insert: { one_id: string; other_id: string; told_at?: string; told_by?: string | null };
        Update: { one_id?: string; other_id?: string; told_at?: string; told_by?: string | null };
        Relationships: [
          {
            foreignKeyName: 'customers_told_apart_one_id_fkey';
            columns: ['one_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'customers_told_apart_other_id_fkey';
            columns: ['other_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
        ];
      };
      document_answers: {
        Row: {
          address: string | null;
          answer: string;
          changes: Json;
          created_at: string;
          document_id: string;
          id: string;
          name: string | null;
          note: string | null;
          revision_hash: string;
        };
        Insert: {
          address?: string | null;
          answer: string;
          changes?: Json;
          created_at?: string;
          document_id: string;
          id?: string;
          name?: string | null;
          note?: string | null;
          revision_hash: string;
        };
        Update: {
          address?: string | null;
          answer?: string;
          changes?: Json;
          created_at?: string;
          document_id?: string;
          id?: string;
          name?: string | null;
          note?: string | null;
          revision_hash?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'document_answers_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: true;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
        ];
      };
      document_lines: {
        Row: {
          cgst: number;
          corrects: string | null;
          credits_position: number | null;
          days: number | null;
          discount: number;
          discount_amount: number | null;
          discount_percent: number | null;
          document_id: string;
          enquiry_item_id: string | null;
          gross: number;
          igst: number;
          item_id: string | null;
          item_type: string | null;
          kind: string;
          order_item_id: string | null;
          place: string | null;
          position: number;
          quantity: number | null;
          rate: number | null;
          sac: string | null;
          sgst: number;
          shared_discount: number;
          taxable: number;
          text: string;
          unit_price: number | null;
        };
        Insert: {
          cgst?: number;
          corrects?: string | null;
          credits_position?: number | null;
          days?: number | null;
          discount?: number;
          discount_amount?: number | null;
          discount_percent?: number | null;
          document_id: string;
          enquiry_item_id?: string | null;
          gross?: number;
          igst?: number;
          item_id?: string | null;
          item_type?: string | null;
          kind: string;
          order_item_id?: string | null;
          place?: string | null;
          position: number;
          quantity?: number | null;
          rate?: number | null;
          sac?: string | null;
          sgst?: number;
          shared_discount?: number;
          taxable?: number;
          text: string;
          unit_price?: number | null;
        };
        Update: {
          cgst?: number;
          corrects?: string | null;
          credits_position?: number | null;
          days?: number | null;
          discount?: number;
          discount_amount?: number | null;
          discount_percent?: number | null;
          document_id?: string;
          enquiry_item_id?: string | null;
          gross?: number;
          igst?: number;
          item_id?: string | null;
          item_type?: string | null;
          kind?: string;
          order_item_id?: string | null;
          place?: string | null;
          position?: number;
          quantity?: number | null;
          rate?: number | null;
          sac?: string | null;
          sgst?: number;
          shared_discount?: number;
          taxable?: number;
          text?: string;
          unit_price?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'document_lines_corrects_fkey';
            columns: ['corrects'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'document_lines_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'document_lines_item_id_fkey';
            columns: ['item_id', 'item_type'];
            isOneToOne: false;
            referencedRelation: 'items';
            referencedColumns: ['id', 'kind'];
          },
        ];
      };
      documents: {
        Row: {
          billing_profile_id: string | null;
          cgst: number;
          corrects: string | null;
          created_at: string;
          created_by: string | null;
          customer_id: string;
          customer_state: string | null;
          date: string | null;
          discount: number;
          discount_amount: number | null;
          discount_percent: number | null;
          enquiry_order_id: string | null;
          frozen: Json | null;
          fy: string | null;
          gross: number;
          hash: string | null;
          id: string;
          igst: number;
          irn: string | null;
          irn_qr: string | null;
          issued_at: string | null;
          issued_by: string | null;
          kind: string;
          notes: string;
          number: string | null;
          order_id: string | null;
          payment_id: string | null;
          place_of_supply: string | null;
          place_reason: string | null;
          previous_hash: string | null;
          reason: string | null;
          revision: number;
          round_off: number;
          sequence: number | null;
          sgst: number;
          source_hash: string | null;
          state: string;
          taxable: number;
          template: number | null;
          total: number;
          updated_at: string;
          valid_until: string | null;
          version: number;
          zero_rated: string | null;
        };
        Insert: {
          billing_profile_id?: string | null;
          cgst?: number;
          corrects?: string | null;
          created_at?: string;
          created_by?: string | null;
          customer_id: string;
          customer_state?: string | null;
          date?: string | null;
          discount?: number;
          discount_amount?: number | null;
          discount_percent?: number | null;
          enquiry_order_id?: string | null;
          frozen?: Json | null;
          fy?: string | null;
          gross?: number;
          hash?: string | null;
          id?: string;
          igst?: number;
          irn?: string | null;
          irn_qr?: string | null;
          issued_at?: string | null;
          issued_by?: string | null;
          kind: string;
          notes?: string;
          number?: string | null;
          order_id?: string | null;
          payment_id?: string | null;
          place_of_supply?: string | null;
          place_reason?: string | null;
          previous_hash?: string | null;
          reason?: string | null;
          revision?: number;
          round_off?: number;
          sequence?: number | null;
          sgst?: number;
          source_hash?: string | null;
          state?: string;
          taxable?: number;
          template?: number | null;
          total?: number;
          updated_at?: string;
          valid_until?: string | null;
          version?: number;
          zero_rated?: string | null;
        };
        Update: {
          billing_profile_id?: string | null;
          cgst?: number;
          corrects?: string | null;
          created_at?: string;
          created_by?: string | null;
          customer_id?: string;
          customer_state?: string | null;
          date?: string | null;
          discount?: number;
          discount_amount?: number | null;
          discount_percent?: number | null;
          enquiry_order_id?: string | null;
          frozen?: Json | null;
          fy?: string | null;
          gross?: number;
          hash?: string | null;
          id?: string;
          igst?: number;
          irn?: string | null;
          irn_qr?: string | null;
          issued_at?: string | null;
          issued_by?: string | null;
          kind?: string;
          notes?: string;
          number?: string | null;
          order_id?: string | null;
          payment_id?: string | null;
          place_of_supply?: string | null;
          place_reason?: string | null;
          previous_hash?: string | null;
          reason?: string | null;
          revision?: number;
          round_off?: number;
          sequence?: number | null;
          sgst?: number;
          source_hash?: string | null;
          state?: string;
          taxable?: number;
          template?: number | null;
          total?: number;
          updated_at?: string;
          valid_until?: string | null;
          version?: number;
          zero_rated?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'documents_billing_profile_id_fkey';
            columns: ['billing_profile_id'];
            isOneToOne: false;
            referencedRelation: 'billing_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'documents_corrects_fkey';
            columns: ['corrects'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'documents_customer_id_fkey';
            columns: ['customer_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'documents_enquiry_order_id_fkey';
            columns: ['enquiry_order_id'];
            isOneToOne: false;
            referencedRelation: 'enquiry_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'documents_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      enquiry_answers: {
        Row: {
          address: string | null;
          answer: string;
          created_at: string;
          enquiry_order_id: string;
          id: string;
          note: string | null;
          rental_from: string | null;
          rental_to: string | null;
        };
        Insert: {
          address?: string | null;
          answer: string;
          created_at?: string;
          enquiry_order_id: string;
          id?: string;
          note?: string | null;
          rental_from?: string | null;
          rental_to?: string | null;
        };
        Update: {
          address?: string | null;
          answer?: string;
          created_at?: string;
          enquiry_order_id?: string;
          id?: string;
          note?: string | null;
          rental_from?: string | null;
          rental_to?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'enquiry_answers_enquiry_order_id_fkey';
            columns: ['enquiry_order_id'];
            isOneToOne: false;
            referencedRelation: 'enquiry_orders';
            referencedColumns: ['id'];
          },
        ];
      };
      enquiry_items: {
        Row: {
          created_at: string;
          description: string | null;
          enquiry_order_id: string;
          free_when_sent: number | null;
          id: string;
          item_id: string | null;
          item_type: string | null;
          list_price: number | null;
          of_when_sent: number | null;
          per_day: boolean;
          position: number;
          price: number;
          price_reason: string | null;
          quantity: number;
          rental_days: number;
          rental_from: string | null;
          rental_to: string | null;
          variant_id: string | null;
        };
        Insert: {
          created_at?: string;
          description?: string | null;
          enquiry_order_id: string;
          free_when_sent?: number | null;
          id?: string;
          item_id?: string | null;
          item_type?: string | null;
          list_price?: number | null;
          of_when_sent?: number | null;
          per_day?: boolean;
          position?: number;
          price: number;
          price_reason?: string | null;
          quantity: number;
          rental_days?: never;
          rental_from?: string | null;
          rental_to?: string | null;
          variant_id?: string | null;
        };
        Update: {
          created_at?: string;
          description?: string | null;
          enquiry_order_id?: string;
          free_when_sent?: number | null;
          id?: string;
          item_id?: string | null;
          item_type?: string | null;
          list_price?: number | null;
          of_when_sent?: number | null;
          per_day?: boolean;
          position?: number;
          price?: number;
          price_reason?: string | null;
          quantity?: number;
          rental_days?: never;
          rental_from?: string | null;
          rental_to?: string | null;
          variant_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'enquiry_items_enquiry_order_id_fkey';
            columns: ['enquiry_order_id'];
            isOneToOne: false;
            referencedRelation: 'enquiry_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'enquiry_items_item_id_fkey';
            columns: ['item_id', 'item_type'];
            isOneToOne: false;
            referencedRelation: 'items';
            referencedColumns: ['id', 'kind'];
          },
        ];
      };
      enquiry_orders: {
        Row: {
          assigned_to: string | null;
          change_asked_at: string | null;
          contact_email: string | null;
          contact_first_name: string | null;
          contact_last_name: string | null;
          contact_mobile: string | null;
          created_at: string;
          customer_id: string;
          enquiry_number: string;
          held_until: string | null;
          hold_extensions: number;
          id: string;
          message: string | null;
          rental_days: number;
          rental_from: string | null;
          rental_to: string | null;
          status: string;
          total_price: number;
          updated_at: string;
          waiting_since: string | null;
        };
        Insert: {
          assigned_to?: string | null;
          change_asked_at?: string | null;
          contact_email?: string | null;
          contact_first_name?: string | null;
          contact_last_name?: string | null;
          contact_mobile?: string | null;
          created_at?: string;
          customer_id: string;
          enquiry_number?: string;
          held_until?: string | null;
          hold_extensions?: number;
          id?: string;
          message?: string | null;
          rental_days?: never;
          rental_from?: string | null;
          rental_to?: string | null;
          status?: string;
          total_price: number;
          updated_at?: string;
          waiting_since?: string | null;
        };
        Update: {
          assigned_to?: string | null;
          change_asked_at?: string | null;
          contact_email?: string | null;
          contact_first_name?: string | null;
          contact_last_name?: string | null;
          contact_mobile?: string | null;
          created_at?: string;
          customer_id?: string;
          enquiry_number?: string;
          held_until?: string | null;
          hold_extensions?: number;
          id?: string;
          message?: string | null;
          rental_days?: never;
          rental_from?: string | null;
          rental_to?: string | null;
          status?: string;
          total_price?: number;
          updated_at?: string;
          waiting_since?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'enquiry_orders_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'enquiry_orders_customer_id_fkey';
            columns: ['customer_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'enquiry_orders_status_fkey';
            columns: ['status'];
            isOneToOne: false;
            referencedRelation: 'crm_rental_enquiry_statuses';
            referencedColumns: ['value'];
          },
        ];
      };
      gear: {
        Row: {
          active: boolean;
          created_at: string;
          depth_cm: number | null;
          description: string;
          gear_brand_id: string | null;
          gear_category_id: string | null;
          gear_id: string;
          height_cm: number | null;
          id: string;
          images: string[];
          in_studio: boolean;
          name: string;
          price: number;
          quantity: number;
          search_text: string;
          slug: string;
          updated_at: string;
          width_cm: number | null;
        };
        Insert: {
          active?: boolean;
          created_at?: string;
          depth_cm?: number | null;
          description?: string;
          gear_brand_id?: string | null;
          gear_category_id?: string | null;
          gear_id?: string;
          height_cm?: number | null;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          name: string;
          price?: number;
          quantity?: number;
          search_text?: never;
          slug?: string;
          updated_at?: string;
          width_cm?: number | null;
        };
        Update: {
          active?: boolean;
          created_at?: string;
          depth_cm?: number | null;
          description?: string;
          gear_brand_id?: string | null;
          gear_category_id?: string | null;
          gear_id?: string;
          height_cm?: number | null;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          name?: string;
          price?: number;
          quantity?: number;
          search_text?: never;
          slug?: string;
          updated_at?: string;
          width_cm?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'gear_gear_brand_id_fkey';
            columns: ['gear_brand_id'];
            isOneToOne: false;
            referencedRelation: 'gear_brands';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'gear_gear_category_id_fkey';
            columns: ['gear_category_id'];
            isOneToOne: false;
            referencedRelation: 'gear_category_manager';
            referencedColumns: ['id'];
          },
        ];
      };
      gear_brands: {
        Row: { created_at: string; id: string; name: string; slug: string };
        Insert: { created_at?: string; id?: string; name: string; slug?: string };
        Update: { created_at?: string; id?: string; name?: string; slug?: string };
        Relationships: [];
      };
      gear_category_manager: {
        Row: { created_at: string; id: string; name: string; slug: string };
        Insert: { created_at?: string; id?: string; name: string; slug?: string };
        Update: { created_at?: string; id?: string; name?: string; slug?: string };
        Relationships: [];
      };
      gender_options: {
        Row: { created_at: string; id: string; label: string; slug: string; value: string };
        Insert: { created_at?: string; id?: string; label: string; slug?: string; value: string };
        Update: { created_at?: string; id?: string; label?: string; slug?: string; value?: string };
        Relationships: [];
      };
      item_batches: {
        Row: {
          change: Json | null;
          changed: number;
          created: number;
          created_at: string;
          id: string;
          kind: string;
          undoes: string | null;
          undone_at: string | null;
          user_id: string;
          what: string;
        };
        Insert: {
          change?: Json | null;
          changed?: number;
          created?: number;
          created_at?: string;
          id?: string;
          kind: string;
          undoes?: string | null;
          undone_at?: string | null;
          user_id: string;
          what: string;
        };
        Update: {
          change?: Json | null;
          changed?: number;
          created?: number;
          created_at?: string;
          id?: string;
          kind?: string;
          undoes?: string | null;
          undone_at?: string | null;
          user_id?: string;
          what?: string;
        };
        Relationships: [];
      };
      item_changes: {
        Row: {
          batch_id: string;
          became: Json;
          code: string;
          is_new: boolean;
          item_id: string;
          name: string;
          was: Json;
        };
        Insert: {
          batch_id: string;
          became: Json;
          code: string;
          is_new?: boolean;
          item_id: string;
          name: string;
          was: Json;
        };
        Update: {
          batch_id?: string;
          became?: Json;
          code?: string;
          is_new?: boolean;
          item_id?: string;
          name?: string;
          was?: Json;
        };
        Relationships: [
          {
            foreignKeyName: 'item_changes_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'item_batches';
            referencedColumns: ['id'];
          },
        ];
      };
      item_components: {
        Row: { component_id: string; kit_id: string; position: number; quantity: number };
        Insert: { component_id: string; kit_id: string; position?: number; quantity: number };
        Update: { component_id?: string; kit_id?: string; position?: number; quantity?: number };
        Relationships: [
          {
            foreignKeyName: 'item_components_component_id_fkey';
            columns: ['component_id'];
            isOneToOne: false;
            referencedRelation: 'items';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'item_components_kit_id_fkey';
            columns: ['kit_id'];
            isOneToOne: false;
            referencedRelation: 'items';
            referencedColumns: ['id'];
          },
        ];
      };
      item_pieces: {
        Row: {
          code: string;
          created_at: string;
          id: string;
          item_id: string;
          note: string | null;
          number: number;
          retired_at: string | null;
        };
        Insert: {
          code: string;
          created_at?: string;
          id?: string;
          item_id: string;
          note?: string | null;
          number: number;
          retired_at?: string | null;
        };
        Update: {
          code?: string;
          created_at?: string;
          id?: string;
          item_id?: string;
          note?: string | null;
          number?: number;
          retired_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'item_pieces_item_id_fkey';
            columns: ['item_id'];
            isOneToOne: false;
            referencedRelation: 'items';
            referencedColumns: ['id'];
          },
        ];
      };
      items: {
        Row: {
          active: boolean;
          archived_at: string | null;
          code: string;
          id: string;
          image: string | null;
          in_studio: boolean;
          kind: string;
          name: string;
          place: string | null;
          price: number;
          quantity: number;
          removed_at: string | null;
          slug: string;
          turnaround_days: number | null;
          updated_at: string;
        };
        Insert: {
          active: boolean;
          archived_at?: string | null;
          code: string;
          id: string;
          image?: string | null;
          in_studio: boolean;
          kind: string;
          name: string;
          place?: string | null;
          price: number;
          quantity: number;
          removed_at?: string | null;
          slug: string;
          turnaround_days?: number | null;
          updated_at: string;
        };
        Update: {
          active?: boolean;
          archived_at?: string | null;
          code?: string;
          id?: string;
          image?: string | null;
          in_studio?: boolean;
          kind?: string;
          name?: string;
          place?: string | null;
          price?: number;
          quantity?: number;
          removed_at?: string | null;
          slug?: string;
          turnaround_days?: number | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      order_items: {
        Row: {
          charge: string | null;
          charge_for: string | null;
          created_at: string;
          description: string | null;
          id: string;
          item_id: string | null;
          item_type: string | null;
          list_price: number | null;
          order_id: string;
          per_day: boolean;
          position: number;
          price: number;
          price_reason: string | null;
          quantity: number;
          rental_days: number;
          rental_from: string | null;
          rental_to: string | null;
          variant_id: string | null;
        };
        Insert: {
          charge?: string | null;
          charge_for?: string | null;
          created_at?: string;
          description?: string | null;
          id?: string;
          item_id?: string | null;
          item_type?: string | null;
          list_price?: number | null;
          order_id: string;
          per_day?: boolean;
          position?: number;
          price: number;
          price_reason?: string | null;
          quantity: number;
          rental_days?: never;
          rental_from?: string | null;
          rental_to?: string | null;
          variant_id?: string | null;
        };
        Update: {
          charge?: string | null;
          charge_for?: string | null;
          created_at?: string;
          description?: string | null;
          id?: string;
          item_id?: string | null;
          item_type?: string | null;
          list_price?: number | null;
          order_id?: string;
          per_day?: boolean;
          position?: number;
          price?: number;
          price_reason?: string | null;
          quantity?: number;
          rental_days?: never;
          rental_from?: string | null;
          rental_to?: string | null;
          variant_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'order_items_item_id_fkey';
            columns: ['item_id', 'item_type'];
            isOneToOne: false;
            referencedRelation: 'items';
            referencedColumns: ['id', 'kind'];
          },
          {
            foreignKeyName: 'order_items_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      order_movement_lines: {
        Row: {
          condition: string;
          id: string;
          item_id: string;
          movement_id: string;
          note: string | null;
          order_item_id: string;
          photos: string[];
          pieces: string[];
          quantity: number;
        };
        Insert: {
          condition?: string;
          id?: string;
          item_id: string;
          movement_id: string;
          note?: string | null;
          order_item_id: string;
          photos?: string[];
          pieces?: string[];
          quantity: number;
        };
        Update: {
          condition?: string;
          id?: string;
          item_id?: string;
          movement_id?: string;
          note?: string | null;
          order_item_id?: string;
          photos?: string[];
          pieces?: string[];
          quantity?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'order_movement_lines_item_id_fkey';
            columns: ['item_id'];
            isOneToOne: false;
            referencedRelation: 'items';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_movement_lines_movement_id_fkey';
            columns: ['movement_id'];
            isOneToOne: false;
            referencedRelation: 'order_movements';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_movement_lines_order_item_id_fkey';
            columns: ['order_item_id'];
            isOneToOne: false;
            referencedRelation: 'order_items';
            referencedColumns: ['id'];
          },
        ];
      };
      order_movements: {
        Row: {
          charges: string[];
          charges_due: boolean;
          created_at: string;
          created_by: string | null;
          day: string;
          id: string;
          kind: string;
          not_here: boolean;
          order_id: string;
          reason: string | null;
          undo_reason: string | null;
          undone_at: string | null;
          undone_by: string | null;
        };
        Insert: {
          charges?: string[];
          charges_due?: boolean;
          created_at?: string;
          created_by?: string | null;
          day: string;
          id?: string;
          kind: string;
          not_here?: boolean;
          order_id: string;
          reason?: string | null;
          undo_reason?: string | null;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Update: {
          charges?: string[];
          charges_due?: boolean;
          created_at?: string;
          created_by?: string | null;
          day?: string;
          id?: string;
          kind?: string;
          not_here?: boolean;
          order_id?: string;
          reason?: string | null;
          undo_reason?: string | null;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'order_movements_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_movements_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_movements_undone_by_fkey';
            columns: ['undone_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      order_payment_statuses: {
        Row: { is_active: boolean; label: string; position: number; value: string };
        Insert: { is_active?: boolean; label: string; position: number; value: string };
        Update: { is_active?: boolean; label?: string; position?: number; value?: string };
        Relationships: [];
      };
      orders: {
        Row: {
          assigned_to: string | null;
          contact_email: string | null;
          contact_first_name: string | null;
          contact_last_name: string | null;
          created_at: string;
          customer_id: string;
          discount_amount: number | null;
          discount_percent: number | null;
          discount_reason: string | null;
          enquiry_order_id: string | null;
          id: string;
          message: string | null;
          order_number: string;
          payment_status: string;
          rental_days: number;
          rental_from: string | null;
          rental_to: string | null;
          status: string;
          total_price: number;
          updated_at: string;
        };
        Insert: {
          assigned_to?: string | null;
          contact_email?: string | null;
          contact_first_name?: string | null;
          contact_last_name?: string | null;
          created_at?: string;
          customer_id: string;
          discount_amount?: number | null;
          discount_percent?: number | null;
          discount_reason?: string | null;
          enquiry_order_id?: string | null;
          id?: string;
          message?: string | null;
          order_number?: string;
          payment_status?: string;
          rental_days?: never;
          rental_from?: string | null;
          rental_to?: string | null;
          status?: string;
          total_price: number;
          updated_at?: string;
        };
        Update: {
          assigned_to?: string | null;
          contact_email?: string | null;
          contact_first_name?: string | null;
          contact_last_name?: string | null;
          created_at?: string;
          customer_id?: string;
          discount_amount?: number | null;
          discount_percent?: number | null;
          discount_reason?: string | null;
          enquiry_order_id?: string | null;
          id?: string;
          message?: string | null;
          order_number?: string;
          payment_status?: string;
          rental_days?: never;
          rental_from?: string | null;
          rental_to?: string | null;
          status?: string;
          total_price?: number;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'orders_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'orders_customer_id_fkey';
            columns: ['customer_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'orders_enquiry_order_id_fkey';
            columns: ['enquiry_order_id'];
            isOneToOne: true;
            referencedRelation: 'enquiry_orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'orders_payment_status_fkey';
            columns: ['payment_status'];
            isOneToOne: false;
            referencedRelation: 'order_payment_statuses';
            referencedColumns: ['value'];
          },
          {
            foreignKeyName: 'orders_status_fkey';
            columns: ['status'];
            isOneToOne: false;
            referencedRelation: 'crm_rental_order_statuses';
            referencedColumns: ['value'];
          },
        ];
      };
      payment_claims: {
        Row: {
          amount: number;
          created_at: string;
          document_id: string;
          id: string;
          order_id: string | null;
          payment_id: string | null;
          state: string;
          utr: string;
        };
        Insert: {
          amount: number;
          created_at?: string;
          document_id: string;
          id?: string;
          order_id?: string | null;
          payment_id?: string | null;
          state?: string;
          utr: string;
        };
        Update: {
          amount?: number;
          created_at?: string;
          document_id?: string;
          id?: string;
          order_id?: string | null;
          payment_id?: string | null;
          state?: string;
          utr?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_claims_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_claims_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_claims_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      payments: {
        Row: {
          account: string;
          amount: number;
          created_at: string;
          created_by: string | null;
          customer_id: string;
          day: string;
          document_id: string | null;
          id: string;
          kind: string;
          method: string | null;
          note: string | null;
          order_id: string;
          reference: string;
          reverses: string | null;
        };
        Insert: {
          account: string;
          amount: number;
          created_at?: string;
          created_by?: string | null;
          customer_id: string;
          day: string;
          document_id?: string | null;
          id?: string;
          kind: string;
          method?: string | null;
          note?: string | null;
          order_id: string;
          reference?: string;
          reverses?: string | null;
        };
        Update: {
          account?: string;
          amount?: number;
          created_at?: string;
          created_by?: string | null;
          customer_id?: string;
          day?: string;
          document_id?: string | null;
          id?: string;
          kind?: string;
          method?: string | null;
          note?: string | null;
          order_id?: string;
          reference?: string;
          reverses?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payments_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payments_customer_id_fkey';
            columns: ['customer_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payments_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payments_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payments_reverses_fkey';
            columns: ['reverses'];
            isOneToOne: true;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      prop_brands: {
        Row: { created_at: string; id: string; name: string; slug: string };
        Insert: { created_at?: string; id?: string; name: string; slug?: string };
        Update: { created_at?: string; id?: string; name?: string; slug?: string };
        Relationships: [];
      };
      prop_categories: {
        Row: { created_at: string; id: string; name: string; slug: string };
        Insert: { created_at?: string; id?: string; name: string; slug?: string };
        Update: { created_at?: string; id?: string; name?: string; slug?: string };
        Relationships: [];
      };
      props: {
        Row: {
          active: boolean;
          brand_id: string | null;
          category_id: string | null;
          color_id: string | null;
          created_at: string;
          depth_cm: number | null;
          description: string;
          height_cm: number | null;
          id: string;
          images: string[];
          in_studio: boolean;
          name: string;
          price: number;
          prop_id: string;
          quantity: number;
          search_text: string;
          slug: string;
          updated_at: string;
          width_cm: number | null;
        };
        Insert: {
          active?: boolean;
          brand_id?: string | null;
          category_id?: string | null;
          color_id?: string | null;
          created_at?: string;
          depth_cm?: number | null;
          description?: string;
          height_cm?: number | null;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          name: string;
          price?: number;
          prop_id?: string;
          quantity?: number;
          search_text?: never;
          slug?: string;
          updated_at?: string;
          width_cm?: number | null;
        };
        Update: {
          active?: boolean;
          brand_id?: string | null;
          category_id?: string | null;
          color_id?: string | null;
          created_at?: string;
          depth_cm?: number | null;
          description?: string;
          height_cm?: number | null;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          name?: string;
          price?: number;
          prop_id?: string;
          quantity?: number;
          search_text?: never;
          slug?: string;
          updated_at?: string;
          width_cm?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'props_brand_id_fkey';
            columns: ['brand_id'];
            isOneToOne: false;
            referencedRelation: 'prop_brands';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'props_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'prop_categories';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'props_color_id_fkey';
            columns: ['color_id'];
            isOneToOne: false;
            referencedRelation: 'colors';
            referencedColumns: ['id'];
          },
        ];
      };
      reservations: {
        Row: {
          blocked: string;
          created_at: string;
          created_by: string | null;
          enquiry_item_id: string | null;
          expires_at: string | null;
          handed_over: number | null;
          id: string;
          item_id: string;
          kind: string;
          line_from: string | null;
          line_to: string | null;
          movement_id: string | null;
          order_id: string | null;
          order_item_id: string | null;
          quantity: number;
          reason: string | null;
          rented: string;
          rolled_on: string | null;
          status: string;
          updated_at: string;
        };
        Insert: {
          blocked: string;
          created_at?: string;
          created_by?: string | null;
          enquiry_item_id?: string | null;
          expires_at?: string | null;
          handed_over?: number | null;
          id?: string;
          item_id: string;
          kind: string;
          line_from?: string | null;
          line_to?: string | null;
          movement_id?: string | null;
          order_id?: string | null;
          order_item_id?: string | null;
          quantity: number;
          reason?: string | null;
          rented: string;
          rolled_on?: string | null;
          status: string;
          updated_at?: string;
        };
        Update: {
          blocked?: string;
          created_at?: string;
          created_by?: string | null;
          enquiry_item_id?: string | null;
          expires_at?: string | null;
          handed_over?: number | null;
          id?: string;
          item_id?: string;
          kind?: string;
          line_from?: string | null;
          line_to?: string | null;
          movement_id?: string | null;
          order_id?: string | null;
          order_item_id?: string | null;
          quantity?: number;
          reason?: string | null;
          rented?: string;
          rolled_on?: string | null;
          status?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'reservations_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'reservations_enquiry_item_id_fkey';
            columns: ['enquiry_item_id'];
            isOneToOne: false;
            referencedRelation: 'enquiry_items';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'reservations_item_id_fkey';
            columns: ['item_id'];
            isOneToOne: false;
            referencedRelation: 'items';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'reservations_order_item_id_fkey';
            columns: ['order_item_id'];
            isOneToOne: false;
            referencedRelation: 'order_items';
            referencedColumns: ['id'];
          },
        ];
      };
      sets: {
        Row: {
          active: boolean;
          category: string;
          created_at: string;
          description: string;
          id: string;
          images: string[];
          in_studio: boolean;
          name: string;
          price: number;
          quantity: number;
          search_text: string;
          set_id: string;
          slug: string;
          updated_at: string;
        };
        Insert: {
          active?: boolean;
          category: string;
          created_at?: string;
          description?: string;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          name: string;
          price?: number;
          quantity?: number;
          search_text?: never;
          set_id?: string;
          slug?: string;
          updated_at?: string;
        };
        Update: {
          active?: boolean;
          category?: string;
          created_at?: string;
          description?: string;
          id?: string;
          images?: string[];
          in_studio?: boolean;
          name?: string;
          price?: number;
          quantity?: number;
          search_text?: never;
          set_id?: string;
          slug?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      tax_classes: {
        Row: {
          created_at: string;
          created_by: string | null;
          id: string;
          label: string;
          place: string;
          rate: number;
          sac: string;
          succeeded_by: string | null;
          valid_from: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          label: string;
          place?: string;
          rate: number;
          sac: string;
          succeeded_by?: string | null;
          valid_from?: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          label?: string;
          place?: string;
          rate?: number;
          sac?: string;
          succeeded_by?: string | null;
          valid_from?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'tax_classes_succeeded_by_fkey';
            columns: ['succeeded_by'];
            isOneToOne: false;
            referencedRelation: 'tax_classes';
            referencedColumns: ['id'];
          },
        ];
      };
      user_profiles: {
        Row: {
          account_id: string | null;
          created_at: string;
          display_name: string | null;
          id: string;
          role: string | null;
          start_page: string | null;
          updated_at: string;
        };
        Insert: {
          account_id?: string | null;
          created_at?: string;
          display_name?: string | null;
          id: string;
          role?: string | null;
          start_page?: string | null;
          updated_at?: string;
        };
        Update: {
          account_id?: string | null;
          created_at?: string;
          display_name?: string | null;
          id?: string;
          role?: string | null;
          start_page?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      catalogue_items: {
        Row: {
          active: boolean | null;
          code: string | null;
          id: string | null;
          image: string | null;
          in_studio: boolean | null;
          name: string | null;
          price: number | null;
          quantity: number | null;
          slug: string | null;
          type: string | null;
          updated_at: string | null;
        };
        Relationships: [];
      };
      free_items_unified_view: {
        Row: {
          created_at: string | null;
          id: string | null;
          images: string[] | null;
          in_studio: boolean | null;
          name: string | null;
          price: number | null;
          second_label: string | null;
          slug: string | null;
          type: string | null;
        };
        Relationships: [];
      };
      you_might_also_like_view: {
        Row: {
          id: string | null;
          image_url: string | null;
          in_studio: boolean | null;
          name: string | null;
          price: number | null;
          second_label: string | null;
          slug: string | null;
          type: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      activity: {
        Args: {
          about?: Json;
          query?: string;
          person?: string;
          area?: string;
          since?: string;
          until?: string;
          before?: string;
          most?: number;
        };
        Returns: Json;
      };
      activity_people: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      add_sub_rental: {
        Args: {
          type: string;
          id: string;
          quantity: number;
          rental_from: string;
          rental_to: string;
          reason?: string;
          key?: string;
        };
        Returns: Json;
      };
      answer_document: {
        Args: {
          secret: string;
          answer?: string;
          name?: string;
          note?: string;
          changes?: Json;
          hash?: string;
          key?: string;
        };
        Returns: Json;
      };
      answer_enquiry: {
        Args: {
          secret: string;
          answer?: string;
          note?: string;
          rental_from?: string;
          rental_to?: string;
          key?: string;
        };
        Returns: Json;
      };
      apply_import: {
        Args: { id: string; required?: string[] };
        Returns: Json;
      };
      archive_items: {
        Args: { items: Json; archived: boolean; key: string };
        Returns: Json;
      };
      assignees: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      availability: {
        Args: { rental_from: string; rental_to: string; items: Json };
        Returns: Json;
      };
      availability_settings: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      calendar_feed: {
        Args: { secret: string };
        Returns: Json;
      };
      calendar_links: {
        Args: { person?: string };
        Returns: Json;
      };
      cancel_message: {
        Args: { id: string };
        Returns: Json;
      };
      cancellation_proposal: {
        Args: { order: string };
        Returns: Json;
      };
      change_availability_settings: {
        Args: {
          shows: string;
          turnaround: Json;
          closed_weekdays: number[];
          closed_days: Json;
          expected_updated_at: string;
        };
        Returns: Json;
      };
      change_document: {
        Args: { id: string; version: number; draft: Json; key?: string };
        Returns: Json;
      };
      change_enquiry: {
        Args: { id: string; changes: Json; key?: string };
        Returns: Json;
      };
      change_items: {
        Args: { kind: string; ids: string[]; change: Json; batch?: string };
        Returns: Json;
      };
      change_notices: {
        Args: { settings: Json };
        Returns: undefined;
      };
      change_order: {
        Args: { id: string; changes: Json; key?: string };
        Returns: Json;
      };
      change_order_dates: {
        Args: { id: string; rental_from?: string; rental_to?: string; key?: string };
        Returns: Json;
      };
      change_own_name: {
        Args: { name: string };
        Returns: undefined;
      };
      change_settings: {
        Args: { changes: Json; as_draft?: boolean };
        Returns: Json;
      };
      change_tax_class: {
        Args: {
          label: string;
          sac: string;
          rate: number;
          place: string;
          id?: string;
          key?: string;
        };
        Returns: Json;
      };
      charge_returns: {
        Args: { id: string; charges?: Json; key?: string };
        Returns: Json;
      };
      check_dates: {
        Args: { id: string; rental_from: string; rental_to: string; lines?: string[] };
        Returns: Json;
      };
      check_import: {
        Args: { id: string; required?: string[] };
        Returns: Json;
      };
      choose_start_page: {
        Args: { page?: string };
        Returns: undefined;
      };
      claim_messages: {
        Args: { secret: string; channel: string; host: string };
        Returns: Json;
      };
      claim_payment: {
        Args: { secret: string; amount?: number; utr?: string; key?: string };
        Returns: Json;
      };
      components: {
        Args: { type: string; id: string };
        Returns: Json;
      };
      conflicts: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      convert_enquiry_to_order: {
        Args: { id: string; choices?: Json };
        Returns: Json;
      };
      correct_customer: {
        Args: {
          id: string;
          first_name: string;
          last_name: string;
          email: string;
          expected_updated_at: string;
          mobile?: string;
        };
        Returns: Json;
      };
      crm_counts: {
        Args: { customer_id?: string };
        Returns: Json;
      };
      customer_record: {
        Args: { number?: string; id?: string };
        Returns: Json;
      };
      dashboard_figures: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      day_sheet: {
        Args: { secret: string };
        Returns: Json;
      };
      demo_studio: {
        Args: { with_counts?: boolean };
        Returns: Json;
      };
      discard_document: {
        Args: { id: string; version: number };
        Returns: Json;
      };
      discard_drafts: {
        Args: { groups: string[] };
        Returns: Json;
      };
      dismiss_claim: {
        Args: { claim: string };
        Returns: Json;
      };
      document: {
        Args: { id: string };
        Returns: Json;
      };
      documents_of: {
        Args: { order?: string; enquiry?: string; customer?: string };
        Returns: Json;
      };
      drop_import: {
        Args: { id: string };
        Returns: undefined;
      };
      due: {
        Args: { cursor?: string; most?: number };
        Returns: Json;
      };
      due_today: {
        Args: { day?: string; assignee?: string; most?: number };
        Returns: Json;
      };
      duplicate_pairs: {
        Args: { size?: number };
        Returns: Json;
      };
      edit_piece: {
        Args: { id: string; note: string; retired: boolean };
        Returns: Json;
      };
      end_account_sessions: {
        Args: { account: string };
        Returns: undefined;
      };
      end_enquiry_links: {
        Args: { enquiry: string };
        Returns: Json;
      };
      enquiry_record: {
        Args: { number?: string; id?: string };
        Returns: Json;
      };
      erase_customer: {
        Args: { id: string };
        Returns: Json;
      };
      export_inventory: {
        Args: { kind: string; q?: string; filters?: Json; cursor?: string; size?: number };
        Returns: Json;
      };
      find_customers: {
        Args: { q: string; size?: number };
        Returns: Json;
      };
      find_items: {
        Args: { q: string };
        Returns: Json;
      };
      find_rentable: {
        Args: {
          q: string;
          rental_from?: string;
          rental_to?: string;
          cursor?: string;
          size?: number;
        };
        Returns: Json;
      };
      gstr1: {
        Args: { from: string; to: string };
        Returns: Json;
      };
      hand_over: {
        Args: {
          id: string;
          lines?: Json;
          day?: string;
          reason?: string;
          key?: string;
          anyway?: boolean;
        };
        Returns: Json;
      };
      hold_enquiry: {
        Args: { id: string; until?: string; key?: string };
        Returns: Json;
      };
      invoice_register: {
        Args: { from: string; to: string };
        Returns: Json;
      };
      issue_document: {
        Args: { id: string; version: number; key?: string };
        Returns: Json;
      };
      item_calendar: {
        Args: { kind: string; id: string; from_day: string; days: number };
        Returns: Json;
      };
      item_log: {
        Args: { kind: string };
        Returns: Json;
      };
      item_page: {
        Args: { kind: string; address: string };
        Returns: Json;
      };
      item_reservations: {
        Args: { type: string; id: string; from_day?: string; days?: number };
        Returns: Json;
      };
      labels: {
        Args: { codes: string[] };
        Returns: Json;
      };
      ledger: {
        Args: { order: string };
        Returns: Json;
      };
      linked_document: {
        Args: { secret: string };
        Returns: Json;
      };
      linked_enquiry: {
        Args: { secret: string };
        Returns: Json;
      };
      log_account_link: {
        Args: { account: string };
        Returns: undefined;
      };
      lookup_values: {
        Args: { list: string };
        Returns: Json;
      };
      make_calendar_link: {
        Args: { subject: string; person?: string; key?: string };
        Returns: Json;
      };
      make_credit_note: {
        Args: { invoice: string; lines?: Json; reason?: string; key?: string };
        Returns: Json;
      };
      make_day_sheet_link: {
        Args: { item: string; day: string; note?: string; key?: string };
        Returns: Json;
      };
      make_document: {
        Args: { kind: string; order?: string; enquiry?: string; key?: string };
        Returns: Json;
      };
      make_document_link: {
        Args: { document: string; preview?: boolean; key?: string };
        Returns: Json;
      };
      make_enquiry_link: {
        Args: { enquiry: string; key?: string };
        Returns: Json;
      };
      make_preview: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      make_recovery_codes: {
        Args: Record<PropertyKey, never>;
        Returns: string[];
      };
      make_rental: {
        Args: {
          make: string;
          customer: Json;
          rental_from?: string;
          rental_to?: string;
          lines?: Json;
          message?: string;
          key?: string;
        };
        Returns: Json;
      };
      make_worker_secret: {
        Args: Record<PropertyKey, never>;
        Returns: string;
      };
      match_claim: {
        Args: {
          claim: string;
          payment?: string;
          account?: string;
          amount?: number;
          method?: string;
          reference?: string;
          day?: string;
          note?: string;
          voucher?: boolean;
          key?: string;
        };
        Returns: Json;
      };
      matching_items: {
        Args: { kind: string; q?: string; filters?: Json };
        Returns: Json;
      };
      merge_customers: {
        Args: { into: string; from: string; key: string; details?: string[] };
        Returns: Json;
      };
      message_channels: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      message_content: {
        Args: { id: string };
        Returns: Json;
      };
      messages_of: {
        Args: { record: string };
        Returns: Json;
      };
      notice: {
        Args: { event: string; record: string };
        Returns: Json;
      };
      notices: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      number_pieces: {
        Args: { type: string; id: string; count: number; key?: string };
        Returns: Json;
      };
      open_claims: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      order_from_quote: {
        Args: { document: string; key?: string };
        Returns: Json;
      };
      order_record: {
        Args: { number?: string; id?: string };
        Returns: Json;
      };
      outbox_list: {
        Args: {
          state?: string;
          channel?: string;
          template?: string;
          cursor?: string;
          most?: number;
        };
        Returns: Json;
      };
      outbox_message: {
        Args: { id: string };
        Returns: Json;
      };
      pause_channel: {
        Args: { channel: string; paused: boolean };
        Returns: Json;
      };
      payments_between: {
        Args: { from: string; to: string };
        Returns: Json;
      };
      pick_list: {
        Args: { id?: string; number?: string };
        Returns: Json;
      };
      pieces: {
        Args: { type: string; id: string };
        Returns: Json;
      };
      printed_document: {
        Args: { id: string };
        Returns: Json;
      };
      publish_settings: {
        Args: { groups: string[] };
        Returns: Json;
      };
      push_keys: {
        Args: { secret: string; public_key: string; private_key: string };
        Returns: Json;
      };
      queue_test_message: {
        Args: { template: string; key: string };
        Returns: Json;
      };
      record_payment: {
        Args: {
          order: string;
          account: string;
          kind: string;
          amount: number;
          method?: string;
          reference?: string;
          day?: string;
          note?: string;
          voucher?: boolean;
          key?: string;
          expected?: number;
        };
        Returns: Json;
      };
      related_items: {
        Args: { kind: string; id: string; count?: number };
        Returns: Json;
      };
      release_hold: {
        Args: { id: string };
        Returns: Json;
      };
      release_reservation: {
        Args: { id: string };
        Returns: Json;
      };
      remove_account: {
        Args: { account: string };
        Returns: undefined;
      };
      remove_lookup_value: {
        Args: { list: string; id: string };
        Returns: boolean;
      };
      remove_push_subscription: {
        Args: { subscription: string };
        Returns: undefined;
      };
      remove_second_factor: {
        Args: { account: string };
        Returns: undefined;
      };
      rental_taxes: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      resend_message: {
        Args: { id: string; key: string };
        Returns: Json;
      };
      reverse_payment: {
        Args: { payment: string; reason?: string; key?: string };
        Returns: Json;
      };
      revise_quote: {
        Args: { id: string; key?: string };
        Returns: Json;
      };
      revoke_link: {
        Args: { id: string };
        Returns: Json;
      };
      save_billing_profile: {
        Args: { customer: string; profile: Json; key?: string };
        Returns: Json;
      };
      save_push_subscription: {
        Args: { endpoint: string; p256dh: string; auth: string; device: string };
        Returns: string;
      };
      scan: {
        Args: { code: string };
        Returns: Json;
      };
      search_by_words: {
        Args: {
          q?: string;
          category?: string;
          filters?: Json;
          sort?: string;
          cursor?: string;
          size?: number;
          rental_from?: string;
          rental_to?: string;
          only_free?: boolean;
        };
        Returns: Json;
      };
      search_catalogue: {
        Args: {
          kind?: string;
          q?: string;
          category?: string;
          filters?: Json;
          sort?: string;
          cursor?: string;
          size?: number;
          rental_from?: string;
          rental_to?: string;
          only_free?: boolean;
        };
        Returns: Json;
      };
      search_desk: {
        Args: { q: string; size?: number };
        Returns: Json;
      };
      search_documents: {
        Args: {
          query?: string;
          kind?: string;
          state?: string;
          from?: string;
          to?: string;
          cursor?: string;
          most?: number;
        };
        Returns: Json;
      };
      search_enquiries: {
        Args: {
          q?: string;
          statuses?: string[];
          customer_id?: string;
          assigned_to?: string;
          created_from?: string;
          created_to?: string;
          rental_from?: string;
          rental_to?: string;
          has_message?: boolean;
          assignee?: string;
          sort?: string;
          page?: number;
          cursor?: string;
          size?: number;
        };
        Returns: Json;
      };
      search_free_items: {
        Args: {
          q?: string;
          category?: string;
          filters?: Json;
          sort?: string;
          cursor?: string;
          size?: number;
          rental_from?: string;
          rental_to?: string;
          only_free?: boolean;
        };
        Returns: Json;
      };
      search_inventory: {
        Args: {
          kind: string;
          q?: string;
          filters?: Json;
          sort?: string;
          page?: number;
          size?: number;
        };
        Returns: Json;
      };
      search_leads: {
        Args: {
          q?: string;
          assigned_to?: string;
          created_from?: string;
          created_to?: string;
          unhandled?: boolean;
          customer_id?: string;
          sort?: string;
          page?: number;
          cursor?: string;
          size?: number;
        };
        Returns: Json;
      };
      search_orders: {
        Args: {
          q?: string;
          statuses?: string[];
          payment_statuses?: string[];
          customer_id?: string;
          assigned_to?: string;
          created_from?: string;
          created_to?: string;
          rental_from?: string;
          rental_to?: string;
          show?: string;
          has_message?: boolean;
          assignee?: string;
          sort?: string;
          page?: number;
          cursor?: string;
          size?: number;
        };
        Returns: Json;
      };
      second_factor: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      send_document: {
        Args: { document: string; key: string; address?: string };
        Returns: Json;
      };
      send_test_notice: {
        Args: { subscription: string };
        Returns: undefined;
      };
      set_account_disabled: {
        Args: { account: string; disabled: boolean };
        Returns: undefined;
      };
      set_components: {
        Args: { type: string; id: string; components: Json };
        Returns: Json;
      };
      set_kind_tax: {
        Args: { kind: string; tax_class: string };
        Returns: Json;
      };
      set_out_of_service: {
        Args: {
          type: string;
          id: string;
          quantity: number;
          rental_from: string;
          rental_to: string;
          reason?: string;
          key?: string;
        };
        Returns: Json;
      };
      set_place: {
        Args: { type: string; id: string; place?: string };
        Returns: Json;
      };
      set_turnaround: {
        Args: { type: string; id: string; days?: number };
        Returns: Json;
      };
      setting_history: {
        Args: { groups: string[]; before?: string; most?: number };
        Returns: Json;
      };
      settings: {
        Args: { groups: string[] };
        Returns: Json;
      };
      settle_deposit: {
        Args: { order: string; due: number; method?: string; day?: string; key?: string };
        Returns: Json;
      };
      settle_enquiry_change: {
        Args: { enquiry: string };
        Returns: Json;
      };
      settle_message: {
        Args: { secret: string; id: string; lease: string; outcome: Json };
        Returns: Json;
      };
      setup_state: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      similar_free: {
        Args: {
          kind: string;
          id: string;
          rental_from: string;
          rental_to: string;
          quantity?: number;
          without?: string[];
        };
        Returns: Json;
      };
      site_settings: {
        Args: { groups: string[]; preview?: string };
        Returns: Json;
      };
      sitemap_part: {
        Args: { kind: string; first: string; size?: number };
        Returns: Json;
      };
      sitemap_parts: {
        Args: { size?: number };
        Returns: Json;
      };
      staff_accounts: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      stage_import: {
        Args: { id: string; kind: string; lines: Json };
        Returns: number;
      };
      start_own_studio: {
        Args: { counted_at: string; has_backup?: boolean };
        Returns: Json;
      };
      stock_check: {
        Args: { type: string; ids: string[]; quantity?: number };
        Returns: Json;
      };
      submit_contact_enquiry: {
        Args: {
          idempotency_key?: string;
          first_name?: string;
          last_name?: string;
          mobile?: string;
          email?: string;
          message?: string;
          amends?: boolean;
        };
        Returns: Json;
      };
      submit_enquiry: {
        Args: {
          idempotency_key?: string;
          first_name?: string;
          last_name?: string;
          mobile?: string;
          email?: string;
          rental_from?: string;
          rental_to?: string;
          message?: string;
          items?: Json;
          amends?: boolean;
        };
        Returns: Json;
      };
      take_back: {
        Args: {
          id: string;
          lines?: Json;
          charges?: Json;
          day?: string;
          reason?: string;
          key?: string;
        };
        Returns: Json;
      };
      take_source_lines: {
        Args: { id: string; version: number; key?: string };
        Returns: Json;
      };
      tax_classes: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      tell_apart: {
        Args: { one: string; other: string; apart?: boolean };
        Returns: Json;
      };
      timeline: {
        Args: {
          by: string;
          from_day: string;
          days?: number;
          kind?: string;
          category?: string;
          customer?: string;
          assignee?: string;
          q?: string;
          busy_only?: boolean;
          after?: string;
          size?: number;
        };
        Returns: Json;
      };
      undo_items: {
        Args: { batch: string };
        Returns: Json;
      };
      undo_merge: {
        Args: { id: string; key: string };
        Returns: Json;
      };
      undo_movement: {
        Args: { id: string; reason?: string; key?: string };
        Returns: Json;
      };
      undo_setting_change: {
        Args: { change_id: string };
        Returns: Json;
      };
      use_recovery_code: {
        Args: { code: string };
        Returns: Json;
      };
      wait_for_items: {
        Args: { id: string; waiting: boolean };
        Returns: Json;
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
